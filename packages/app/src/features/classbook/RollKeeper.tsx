import { classbookApi } from '@kreide/core/features/classbook';
import { type LocalTime, toLocal } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import { useMinute } from '../../kernel/clock.ts';
import { whenIdle } from '../../kernel/idle.ts';
import { forgetAnswers } from '../../kernel/kept-answers.ts';
import { keyOf } from '../../kernel/keys.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCurrentBook } from './book.ts';
import { rollsQuery } from './roll-query.ts';

/** From half past six the rolls of a day are fetched once more, minutes of the day: most of its substitutions are known by then. */
const MORNING = 6 * 60 + 30;
/** Over so long the teachers of a school spread their questions then, ms. */
const SPREAD = 10 * 60_000;

const partOfDay = ({ date, minutes }: LocalTime) => `${date} ${minutes >= MORNING ? 'day' : 'night'}`;

/** Keeps the rolls of today on the device of whoever teaches, for classrooms without a network; draws nothing. */
export default function RollKeeper(): null {
  const { teacher_id, school } = useSelf();
  const book = useCurrentBook();
  const now = toLocal(new Date(useMinute()), school.time_zone);
  const part = partOfDay(now);
  const [first] = useState(part);
  useEffect(() => {
    if (teacher_id === null || book === null) return;
    const today = part.slice(0, 10);
    const fetchNow = async () => {
      await whenIdle();
      const { queryKey } = rollsQuery(book, today, today);
      await forgetAnswers(
        keyOf(classbookApi.listRolls)[0],
        (kept) => JSON.stringify(kept) === JSON.stringify(queryKey),
      );
      await queries.prefetchQuery(rollsQuery(book, today, today));
    };
    const timer = setTimeout(() => void fetchNow(), part === first ? 0 : Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [teacher_id, book, part, first]);
  return null;
}
