import {
  type Absence,
  type AbsencePreset,
  type AbsenceProblem,
  absenceProblems,
  absencesApi,
  toNote,
} from '@kreide/core/features/absences';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { type AbsenceForm, isSameForm, toForm, toRange, toSpan } from './absence-form.ts';
import { absenceQuery, overlapQuery, TOUCHED_BY_ABSENCES, type Whom } from './queries.ts';

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
const FIELDS = ['user_id', 'type_id', 'begins_at', 'ends_at', 'excuse_note', 'comment'] as const;

/** What is written of an absence, what is wrong with it, and how it is saved: a failure takes nothing away (T-8.08). */
export function useAbsenceForm({ book, absence, preset, people, onPeople, onDone }: FormParts) {
  const { t } = useTranslation(['absences', 'errors']);
  const zone = useSelf().school.time_zone;
  const [firstPreset] = useState(preset);
  /** For which people and range somebody has seen that there are others. */
  const [accepted, setAccepted] = useState<string | null>(null);
  /** Whose absence was refused. */
  const refused = useRef('');
  const options = { messages: false, touches: TOUCHED_BY_ABSENCES };
  const create = useMutation(mutationOf(absencesApi.create, options));
  const update = useMutation(mutationOf(absencesApi.update, options));

  /** What stays as it was keeps its seconds. */
  function spanOf(values: AbsenceForm, item: Absence | null) {
    const known = item ?? firstPreset;
    return toSpan(values, toForm(known, zone), known, zone);
  }
  const say = ({ field, rule, params }: AbsenceProblem) =>
    field === 'type_id'
      ? t('choice.required')
      : field === 'user_id'
        ? t('form.whomRequired')
        : t(`rules.${rule}`, params);

  async function send(whom: Whom, values: AbsenceForm, item: Absence | null) {
    const body = {
      ...spanOf(values, item),
      ...toKey(whom),
      type_id: values.type_id,
      comment: toNote(values.comment),
      excuse_note: toNote(values.excuse_note),
    };
    const params = { id: String(book) };
    if (!item) return create.mutateAsync({ params, body });
    const { uuid, updated_at } = item;
    return update.mutateAsync({ params: { ...params, uuid }, body: { ...body, updated_at } });
  }

  const form = useForm({
    initial: () => toForm(absence ?? preset, zone),
    item: absence,
    fields: FIELDS,
    isSame: isSameForm,
    problems: (values, item) => {
      const { type_id, comment, excuse_note } = values;
      const checked = { ...spanOf(values, item), ...toKey(people[0]), type_id, comment, excuse_note };
      return absenceProblems(checked, preset, item).map((one) => ({ field: one.field, text: say(one) }));
    },
    /** Others in the same range are looked up once more; who has not seen them is asked before it is saved (T-5.12, T-5.14). */
    asks: async () => {
      if (!isMoved || accepted === about) return false;
      const found = await Promise.all(asked.map((one) => queries.fetchQuery(one).catch(() => [])));
      if (found.flat().length === 0) return false;
      setAccepted(about);
      return true;
    },
    send: async (values, item) => {
      let left = people;
      for (const whom of people) {
        refused.current = whom.name;
        try {
          await send(whom, values, item);
        } catch (thrown) {
          // Those who are reported already are not reported again.
          if (left.length < people.length) onPeople(left);
          throw thrown;
        }
        left = left.filter((one) => one !== whom);
      }
    },
    onSaved: () => {
      toasts.show('success', t(absence ? 'form.saved' : 'form.sent'));
      onDone();
    },
    newest: async () => {
      const item = await queries.fetchQuery(absenceQuery(book, absence?.uuid ?? ''));
      return { item, values: toForm(item, zone) };
    },
    toWords: (error) => t('form.failed', { name: refused.current, reason: toReason(t, error) }),
  });

  const span = spanOf(form.values, form.item);
  const range = toRange(span);
  const asked = range ? people.map((whom) => overlapQuery(book, whom, range, absence?.uuid ?? null)) : [];
  const others = useQueries({ queries: asked }).flatMap(({ data }) => data ?? []);
  const about = JSON.stringify([range, people.map(({ entity, id }) => [entity, id])]);
  const isMoved = form.item === null || span.begins_at !== form.item.begins_at || span.ends_at !== form.item.ends_at;

  return {
    form,
    /** From when to when, as it is written. */
    span,
    overlaps: others.length > 0,
    /** It was said that there are others: now it is saved all the same. */
    isAsking: others.length > 0 && accepted === about,
  };
}
