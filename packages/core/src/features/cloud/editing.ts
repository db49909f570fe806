import { PRODUCT } from '../../kernel/product.ts';

/** How long an office server may open a file for somebody, seconds: a day at school, and not the year of the model (C-9.28). */
export const EDIT_TOKEN_SECONDS = 10 * 60 * 60;

/** How long an office server holds a document without saying anything, seconds; the protocol wants 30 minutes. */
export const EDIT_LOCK_SECONDS = 30 * 60;

/** Most characters of the lock of an office server. */
export const EDIT_LOCK_MAXIMUM = 1024;

/** The documents that can be begun online (C-7.61), and the extension of each. */
export const NEW_DOCUMENTS = ['doc', 'sheet', 'slide'] as const;
export type NewDocument = (typeof NEW_DOCUMENTS)[number];
export const NEW_DOCUMENT_EXTENSIONS = {
  doc: 'docx',
  sheet: 'xlsx',
  slide: 'pptx',
} as const satisfies Record<NewDocument, string>;

/** Why nothing can be edited online; the text is `cloud:office.problem_<problem>`. */
export const OFFICE_PROBLEMS = [
  'absent',
  'unreachable',
  'refused',
  'status',
  'not_understood',
  'no_proof',
  'other_address',
  'no_editing',
] as const;
export type OfficeProblem = (typeof OFFICE_PROBLEMS)[number];

/** The page that opens a file online, in a tab of its own (C-2.127): the page of its cloud, to which it leads back, and the file. */
export const EDIT_PAGE = `${PRODUCT}-redirect-page`;
export const toEditPage = ({ cloud_id, uuid }: { cloud_id: number; uuid: string }): string =>
  `/${EDIT_PAGE}?${new URLSearchParams({ path: `/cloud/files/${cloud_id}`, data: uuid })}`;

const CLOUD_PATH = /^\/cloud\/files\/([1-9]\d{0,14})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The file that the query of that page names; null: it names none. */
export function parseEditPage(query: URLSearchParams): { id: string; uuid: string } | null {
  const [, id] = CLOUD_PATH.exec(query.get('path') ?? '') ?? [];
  const uuid = query.get('data') ?? '';
  return id !== undefined && UUID.test(uuid) ? { id, uuid } : null;
}
