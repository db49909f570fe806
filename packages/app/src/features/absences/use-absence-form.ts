import {
  type Absence,
  type AbsencePreset,
  type AbsenceProblem,
  absenceProblems,
  absencesApi,
  toNote,
} from '@kreide/core/features/absences';
import { ApiError } from '@kreide/core/kernel';
import { useMutation, useQueries } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { type AbsenceForm, isSameForm, toForm, toRange, toSpan } from './absence-form.ts';
import { overlapQuery, TOUCHED_BY_ABSENCES, type Whom } from './queries.ts';

interface FormParts {
  book: number;
  /** Null: a new one. */
  absence: Absence | null;
  preset: AbsencePreset;
  /** Of whom it is; a new one may be of several. */
  people: readonly Whom[];
  onPeople: (people: readonly Whom[]) => void;
  onDone: () => void;
}

const KEYS = { users: 'user_id', grades: 'grade_id', courses: 'course_id' } as const;
const toKey = (whom: Whom | undefined) => (whom ? { [KEYS[whom.entity]]: whom.id } : {});

/** What is written of an absence, what is wrong with it, and how it is saved: a failure takes nothing away (T-8.08). */
export function useAbsenceForm({ book, absence, preset, people, onPeople, onDone }: FormParts) {
  const { t } = useTranslation(['absences', 'errors']);
  const zone = useSelf().school.time_zone;
  const [known] = useState(() => absence ?? preset);
  const [first] = useState(() => toForm(known, zone));
  const [form, setForm] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<AbsenceProblem['field'], string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** For which people and range somebody has seen that there are others. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const wrong = element.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-invalid] [role="spinbutton"]',
    );
    if (tries > 0) wrong?.focus();
  }, [tries]);
  const options = { messages: false, touches: TOUCHED_BY_ABSENCES };
  const create = useMutation(mutationOf(absencesApi.create, options));
  const update = useMutation(mutationOf(absencesApi.update, options));

  const span = toSpan(form, first, known, zone);
  const range = toRange(span);
  const asked = range ? people.map((whom) => overlapQuery(book, whom, range, absence?.uuid ?? null)) : [];
  const others = useQueries({ queries: asked }).flatMap(({ data }) => data ?? []);
  const about = JSON.stringify([range, people.map(({ entity, id }) => [entity, id])]);
  const isMoved = absence === null || span.begins_at !== absence.begins_at || span.ends_at !== absence.ends_at;

  const isDone = useRef(false);
  const isSame = useRef(true);
  isSame.current = isSameForm(form, first);
  const isChanged = useCallback(() => !isSame.current && !isDone.current, []);
  const leave = () => {
    isDone.current = true;
    onDone();
  };

  function show(found: typeof problems) {
    setProblems(found);
    if (Object.keys(found).length > 0) setTries((former) => former + 1);
  }

  /** Others in the same range are looked up once more; who has not seen them is asked before it is saved (T-5.12, T-5.14). */
  async function mayOverlap(): Promise<boolean> {
    if (!isMoved || accepted === about) return true;
    const found = await Promise.all(asked.map((one) => queries.fetchQuery(one).catch(() => [])));
    if (found.flat().length === 0) return true;
    setAccepted(about);
    return false;
  }

  async function send(whom: Whom) {
    const body = {
      ...span,
      type_id: form.type_id,
      ...toKey(whom),
      comment: toNote(form.comment),
      excuse_note: toNote(form.excuse_note),
    };
    const params = { id: String(book) };
    if (absence) {
      const { uuid, updated_at } = absence;
      await update.mutateAsync({ params: { ...params, uuid }, body: { ...body, updated_at } });
    } else await create.mutateAsync({ params, body });
  }

  async function save() {
    let left = people;
    for (const whom of people) {
      try {
        await send(whom);
        left = left.filter((one) => one !== whom);
      } catch (thrown) {
        // Those who are reported already are not reported again.
        if (left.length < people.length) onPeople(left);
        const { issues, code } = ApiError.from(thrown);
        show(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
        const reason = t(`errors:${code}`);
        if (issues.length === 0) setFailure(t('form.failed', { name: whom.name, reason }));
        return;
      }
    }
    toasts.show('success', t(absence ? 'form.saved' : 'form.sent'));
    leave();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const values = {
      ...span,
      type_id: form.type_id,
      ...toKey(people[0]),
      comment: form.comment,
      excuse_note: form.excuse_note,
    };
    const found = absenceProblems(values, preset, absence);
    const say = ({ field, rule, params }: AbsenceProblem) =>
      field === 'type_id'
        ? t('choice.required')
        : field === 'user_id'
          ? t('form.whomRequired')
          : t(`rules.${rule}`, params);
    show(Object.fromEntries(found.map((one) => [one.field, say(one)])));
    if (found.length > 0) return;
    setBusy(true);
    if (await mayOverlap()) await save();
    setBusy(false);
  }

  return {
    element,
    form,
    problems,
    failure,
    isBusy,
    isChanged,
    submit,
    leave,
    overlaps: others.length > 0,
    /** It was said that there are others: now it is saved all the same. */
    isAsking: others.length > 0 && accepted === about,
    change: (part: Partial<AbsenceForm>) => {
      setForm((former) => ({ ...former, ...part }));
      setProblems({});
    },
  };
}
