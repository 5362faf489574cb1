import type { ComponentChildren } from 'preact'

type TableProps = { name: string; columns: ComponentChildren[]; children: ComponentChildren }

export function Table({ name, columns, children }: TableProps) {
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type CellProps = {
  /** The column's name, shown before the value where there are no columns. */
  label?: string
  class?: string
  children: ComponentChildren
}
export const Cell = ({ label, class: className, children }: CellProps) => (
  <td class={className} data-label={label}>
    {label === undefined ? children : <div class="value">{children}</div>}
  </td>
)
