import { field, type FormPage } from './form-page.ts'

const poem = 'Line 1\nLine 2\nLine 3'

/** Libraries that change what one types: masks, date pickers on a text field, editors. */
export const textPages: FormPage[] = [
  {
    page: 'masks',
    library: 'Masks (IMask, Inputmask, react-number-format)',
    form: 'Invoice',
    fields: [
      field('masked text', 'Phone', 'phone', '(202) 555-0134', { expected: '2025550134' }),
      field('masked number', 'Amount', 'amount', '$12,345', { expected: 12345 }),
      field('masked digits', 'Account', 'iban', '1234 5678 9012', { expected: '123456789012' }),
      field('mask without framework', 'Licence plate', 'plate', 'AB-1234'),
      field('mask with placeholders', 'Postal code', 'zip', '12345-678', { expected: '12345678' }),
    ],
  },
  {
    page: 'flatpickr',
    library: 'flatpickr',
    form: 'Trip',
    fields: [
      field('date picker', 'Departure', 'departure', '2027-03-14'),
      field('date picker, own format', 'Return', 'back', 'March 21, 2027', { expected: '2027-03-21' }),
      field('time picker', 'Meeting time', 'time', '19:30'),
      field('typed date', 'Typed day', 'typed', '2027-03-14'),
    ],
  },
  {
    page: 'tiptap',
    library: 'TipTap (ProseMirror)',
    form: 'Article',
    fields: [field('text', 'Headline', 'headline', 'News'), field('editor', 'Body', 'body', poem)],
  },
  {
    page: 'lexical',
    library: 'Lexical',
    form: 'Message',
    fields: [
      field('editor', 'Message text', 'message', poem),
      field('plain editor', 'Private note', 'note', 'Only one line'),
    ],
  },
  {
    page: 'quill',
    library: 'Quill',
    form: 'Review',
    fields: [field('text', 'Subject', 'subject', 'Soup'), field('editor', 'Review text', 'text', poem)],
  },
  {
    page: 'codemirror',
    library: 'CodeMirror',
    form: 'Snippet',
    fields: [
      field('text', 'Title', 'title', 'Loop'),
      field('editor', 'Code', 'code', 'for (;;) {\n  run()\n}'),
    ],
  },
  {
    page: 'slate',
    library: 'Slate',
    form: 'Letter',
    fields: [field('editor', 'Letter text', 'letter', poem)],
  },
  {
    page: 'draft-js',
    library: 'Draft.js',
    form: 'Comment',
    fields: [field('editor', 'Comment text', 'comment', poem)],
  },
]
