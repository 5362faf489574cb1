// @ts-check
import { medianOf, ratioOf } from './statistics.mjs'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {'×' | 'ms' | 'bytes' | 'count'} unit `×`: how many times its floor, measured in the same run
 * @property {number} [budget] the most it may be; a figure without one only tells
 * @property {number} [spread] how far it may be off by chance
 * @property {string} [note] its floor, its samples, its warm-up
 */

/** @typedef {{ budget?: number, note?: string }} More */

/** @param {string} name @param {readonly number[]} valuesMs @param {More} [more] @returns {Figure} */
export const milliseconds = (name, valuesMs, more = {}) => ({
  name,
  unit: 'ms',
  ...medianOf(valuesMs),
  ...more,
})

/** @param {string} name @param {{ values: readonly number[], floor: readonly number[] }} samples @param {More} [more] @returns {Figure} */
export const timesFloor = (name, { values, floor }, more = {}) => ({
  name,
  unit: '×',
  ...ratioOf(values, floor),
  ...more,
})

/** @param {string} name @param {number} value @param {More} [more] @returns {Figure} */
export const count = (name, value, more = {}) => ({ name, unit: 'count', value, ...more })

/** @param {string} name @param {number} value @param {More} [more] @returns {Figure} */
export const bytes = (name, value, more = {}) => ({ name, unit: 'bytes', value, ...more })

/** By more than what chance may have added. @param {Figure} figure */
export const isMissed = ({ value, budget, spread = 0 }) =>
  budget !== undefined && (Number.isNaN(value) || value - spread > budget)
