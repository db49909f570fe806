import { findMentioning, isMentioned, type MentioningText, mention } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { membersQuery } from '../channels/index.ts';

/** Somebody who can be mentioned. */
export interface Mentionable {
  id: number;
  displayname: string;
}

/** The id of somebody among the names. */
export const optionOf = (id: string, person: Mentionable) => `${id}-${person.id}`;

interface Mentioning {
  channelId: number;
  /** May the writer know who is in the channel? */
  sees: boolean;
  text: MentioningText;
  field: RefObject<HTMLTextAreaElement | null>;
  onWrite: (text: MentioningText) => void;
}

/**
 * The names that open at a sign in the composer, filter as one types, and are chosen by arrow keys and Enter, or by a tap;
 * Escape puts them away until the next sign.
 */
export function useMentions({ channelId, sees, text, field, onWrite }: Mentioning) {
  const { id: self } = useSelf();
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const placed = useRef<number | null>(null);
  const found = sees && caret !== null ? findMentioning(text, caret) : null;
  const typed = useDeferredValue(found?.typed.trim() ?? '');
  const isAsked = found !== null && found.at !== closedAt;
  const all = useInfiniteQuery({ ...membersQuery(String(channelId)), enabled: isAsked });
  // Beyond the first page the server looks for the name.
  const isLong = all.hasNextPage && typed !== '';
  const more = useInfiniteQuery({ ...membersQuery(String(channelId), typed), enabled: isAsked && isLong });
  const known = (isLong && more.data) || all.data || [];
  const people: Mentionable[] = isAsked
    ? known.filter((person) => person.id !== self && isMentioned(person.displayname, found.typed.trim()))
    : [];
  const place = Math.min(active, people.length - 1);

  // The caret stands behind the name once it is written.
  useLayoutEffect(() => {
    if (placed.current === null) return;
    field.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });

  function choose(person: Mentionable | undefined) {
    if (!found || !person) return;
    const { caret: after, ...written } = mention(text, found, person);
    placed.current = after;
    setActive(0);
    setCaret(after);
    onWrite(written);
    field.current?.focus();
  }

  /** Was a key for the names? */
  function press(event: KeyboardEvent): boolean {
    if (people.length === 0 || event.nativeEvent.isComposing) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((place + step + people.length) % people.length);
    else if (event.key === 'Escape') setClosedAt(found?.at ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(people[place]);
    else return false;
    event.preventDefault();
    return true;
  }

  return {
    id,
    people,
    active: place,
    /** What the field says of them. */
    fieldProps: {
      'aria-autocomplete': sees ? ('list' as const) : undefined,
      'aria-controls': people.length > 0 ? id : undefined,
      'aria-activedescendant': people[place] && optionOf(id, people[place]),
    },
    choose,
    press,
    /** The caret has moved, or somebody writes. */
    look: (at: number | null) => {
      setCaret(at);
      setActive(0);
      if (at === null || closedAt !== null) {
        const next = at === null ? null : findMentioning({ ...text, content: field.current?.value ?? '' }, at);
        if (next?.at !== closedAt) setClosedAt(null);
      }
    },
  };
}
