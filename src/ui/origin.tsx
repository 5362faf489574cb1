import { toOriginText } from './origin-text.ts'

/** A site by the browser's word; always left to right, and never wrapped inside a label. */
export const Origin = ({ origin }: { origin: string }) => (
  <bdi dir="ltr" class="origin" title={origin}>
    {toOriginText(origin)}
  </bdi>
)
