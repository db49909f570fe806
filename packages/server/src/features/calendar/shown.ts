import { type CalendarEntry, type CalendarEvent, EVENT_FIELDS, eventAbilitiesOf } from '@kreide/core/features/calendar';
import type { Actor } from '../../kernel/http/context.ts';
import { type Markup, markup } from '../../kernel/text/markup.ts';
import type { EntryRow, EventRow } from './queries/reading.ts';

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/g;

/** A line with its addresses as links. */
const toLine = (line: string): Markup[] =>
  line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1
        ? markup`<a href="${part}" rel="noopener noreferrer" target="_blank">${part}</a>`
        : markup`${part}`,
    );

/** A description as HTML: escaped, with line ends and links. */
export const renderDescription = (text: string): string =>
  text
    .split('\n')
    .map((line) => markup`${toLine(line)}`.text)
    .join('<br>');

/** What of an event needs no look at who takes part. */
function toPlain<Row extends EntryRow>(row: Row) {
  const { firstname, lastname, user_id, ...event } = row;
  return {
    ...event,
    participants_status_visible: row.answers_for !== null && row.answers_for !== 'author',
    description_rendered: renderDescription(row.description),
    files: [],
    user: user_id === null ? null : { id: user_id, meta: { displayname: `${firstname} ${lastname}` } },
  };
}

/** An event as the caller has it. */
export function toEvent(row: EventRow, actor: Actor, now: Date): CalendarEvent {
  const { is_invited, ...event } = toPlain(row);
  return { ...event, can: eventAbilitiesOf(actor, row, now) };
}

/** What needs a look at who takes part. */
const COSTLY = ['channels', 'users', 'participants', 'participants_status', 'own_answer', 'series', 'can'];

const isWhole = (row: EntryRow): row is EventRow => 'is_invited' in row;

/** Which fields somebody asked for; those that there are not count for nothing. */
export const parseFields = (text = ''): string[] => {
  const known: readonly string[] = EVENT_FIELDS;
  return text.split(',').filter((field) => known.includes(field));
};

export const areCostly = (fields: readonly string[]): boolean => fields.some((field) => COSTLY.includes(field));

/** What a calendar draws of an event, and of the rest what was asked for. */
export function toEntry(row: EntryRow, actor: Actor, now: Date, fields: readonly string[]): CalendarEntry {
  const shown = isWhole(row) ? toEvent(row, actor, now) : toPlain(row);
  const { id, name, is_all_day, begins_at, ends_at, location, category, ...further } = shown;
  const asked = Object.fromEntries(Object.entries(further).filter(([key]) => fields.includes(key)));
  return { ...asked, id, name, is_all_day, begins_at, ends_at, location, category };
}

/** What the audit log keeps of an event. */
export const toRecorded = (row: EventRow) => ({
  name: row.name,
  description: row.description,
  location: row.location,
  category: row.category,
  begins_at: row.begins_at,
  ends_at: row.ends_at,
  is_all_day: row.is_all_day,
  is_notifiable: row.is_notifiable,
  participants_visible: row.participants_visible,
  answers_for: row.answers_for,
});
