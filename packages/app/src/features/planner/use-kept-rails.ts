import {
  type EditorState,
  type RailPart,
  type RailSettings,
  type RailWhen,
  suggestSecondHalf,
} from '@kreide/core/features/planner';
import { useState } from 'react';
import type { OnPin } from './RailPins.tsx';

type Kept = Pick<RailSettings, 'pins' | 'parts' | 'second_half_at'>;

export type KeptRails = ReturnType<typeof useKeptRails>;

/** What is said of single courses and of the year: as in the last search, until somebody changes it. */
export function useKeptRails({ school_year }: EditorState['version'], last: RailSettings | undefined) {
  const [changed, setChanged] = useState<Kept>({});
  const pins = changed.pins ?? last?.pins ?? [];
  const parts = changed.parts ?? last?.parts ?? [];
  const second_half_at = changed.second_half_at ?? last?.second_half_at ?? suggestSecondHalf(school_year);
  const set = (values: Kept) => setChanged((former) => ({ ...former, ...values }));
  const without = <One extends { course_id: number }>(all: readonly One[], id: number) =>
    all.filter(({ course_id }) => course_id !== id);
  const pin: OnPin = (course_id, rail) =>
    set({ pins: [...without(pins, course_id), ...(rail === null ? [] : [{ course_id, rail }])] });
  const part = (course_id: number, when: RailWhen) =>
    set({ parts: [...without<RailPart>(parts, course_id), { course_id, when }] });
  const setSecondHalf = (date: string) => set({ second_half_at: date });
  return { pins, parts, second_half_at, pin, part, setSecondHalf };
}
