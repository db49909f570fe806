import type { Period } from '@kreide/core/features/structure';
import {
  type CardValue,
  type Entity,
  type Look,
  type Occurrence,
  toCard,
  toMoveText,
} from '@kreide/core/features/timetable';
import type { ReactNode } from 'react';
import type { Texts } from './texts.ts';

/** From this length on a card has room for a note of several lines and for its times. */
export const TALL_MINUTES = 80;

/** What a card needs besides its lesson. */
export type CardSurroundings = Texts & {
  readonly entity: Entity | undefined;
  /** The periods of the school, by which a moved lesson says where it went. */
  readonly times: readonly Period[];
};

/** A card's content, and its visible words in order for its accessible name. */
export type CardContent = {
  readonly content: ReactNode;
  readonly words: string;
  /** Whether there are more lines than those of subject and place. */
  readonly isFull: boolean;
};

/**
 * What stands on a lesson's card: subject, room and whom one looks for, state, note, and the times of a double lesson. A
 * line that does not fit leaves as a whole, the last ones first. Called, not rendered as a component: a lesson costs its
 * elements and nothing else.
 * @param isNarrow codes, one value a line
 * @param longest characters of a list of classes, rooms or teachers
 * @param hasOld whether what was replaced stands beside what is new
 */
export function cardOf(
  occurrence: Occurrence,
  look: Look,
  isNarrow: boolean,
  { entity, times, t, formats }: CardSurroundings,
  longest?: number,
  hasOld = !isNarrow,
): CardContent {
  const { lesson, date } = occurrence;
  const { subject, place, people, hasStrongPeople } = toCard(lesson, entity, longest);
  const isCode = isNarrow || subject.isChanged || place?.isChanged || people?.isChanged;
  // An event or message has no code of its own.
  const hasCode = /subject|course/.test(lesson.meta.displayname_kind);
  const title = isNarrow && hasCode ? subject.code : subject.text;
  const where = place && (isCode ? place.code : place.text);
  const who = people && (isCode ? people.code : people.text);
  const state = look === 'regular' ? '' : stateOf(isNarrow);
  const note = lesson.comment === lesson.meta.displayname ? null : lesson.comment;
  const hours = lesson.hour === null ? '' : `${lesson.hour} · `;
  const foot = isNarrow || !occurrence.parts ? '' : `${hours}${lesson.time_begins_at}–${lesson.time_ends_at}`;
  const placeValue = place && <strong>{inverseOf(place, where ?? '', t('noRoom'))}</strong>;
  const peopleText = people && inverseOf(people, who ?? '', t(isNarrow ? 'brief_noTeacher' : 'noTeacher'));
  const peopleValue = people && hasStrongPeople ? <strong>{peopleText}</strong> : peopleText;
  const stateValue = state && <i>{`${state} `}</i>;
  const content = (
    <>
      <b>{inverseOf(subject, title, '')}</b>
      {isNarrow ? (
        <>
          {placeValue}
          {stateValue}
          {people && !hasStrongPeople ? <span>{peopleValue}</span> : peopleValue}
        </>
      ) : (
        <>
          <span>
            {placeValue}
            {peopleValue}
          </span>
          {stateValue}
        </>
      )}
      {note && <em>{`${note} `}</em>}
      {foot && <small>{foot}</small>}
    </>
  );
  const shown = (value: CardValue | null, text: string | null, none: string) =>
    value?.isChanged ? `${!hasOld || value.before === null ? '' : `${value.before} `}${text || none}` : text;
  const [what, room, person] = [
    shown(subject, title, ''),
    shown(place, where, t('noRoom')),
    shown(people, who, t('noTeacher')),
  ];
  const told = look === 'regular' ? '' : stateOf(false);
  // Names begin with what is seen, as it is seen; where that is short, the whole word ends them.
  const inFull = told === state ? null : told;
  const words = isNarrow ? [what, room, state, person, note, inFull] : [what, room, person, state, note, foot];
  return { content, words: words.filter(Boolean).join(' '), isFull: Boolean(state || note || foot) };

  function stateOf(isBrief: boolean): string {
    const hasBrief = look === 'ADDITIONAL' || look === 'EVENT' || look === 'CANCLED';
    const word = isBrief && hasBrief ? t(`brief_${look}`) : formats.looks[look];
    return toMoveText(lesson, date, times, t, formats, isBrief) || word;
  }

  /**
   * Old struck through and new in inverse; the old one leaves where space is short. The spaces part the words where no
   * style does; with the text they are one node.
   */
  function inverseOf(value: CardValue, text: string, none: string): ReactNode {
    if (!value.isChanged) return `${text} `;
    return (
      <>
        {hasOld && value.before !== null && <s>{`${value.before} `}</s>}
        <mark>{text || none}</mark>{' '}
      </>
    );
  }
}
