import type { ApiError } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../use-translation.ts';
import { joinProblems } from './form-state.ts';
import { createFormStore, type FormOptions } from './form-store.ts';

interface Words {
  /** Why it was not sent, in words; without it the sentence of the error's code. */
  toWords?: (error: ApiError) => string | null;
}

/**
 * A form: its values, what is wrong with them, and sending them once. It takes its values once, so neither a refetch nor an
 * event touches what is being typed, and it keeps them when sending fails. Drawn with `<Form form={form}>`.
 */
export function useForm<
  Values extends object,
  Field extends string = keyof Values & string,
  Item = undefined,
  Saved = unknown,
>({ toWords, ...options }: FormOptions<Values, Field, Item, Saved> & Words) {
  const { t } = useTranslation('errors', { useSuspense: false });
  const [form] = useState(() => createFormStore(options));
  form.follow(options);
  const state = useStore(form.store);
  useEffect(() => form.offer(options.latest));
  const { error } = state;
  const problems = joinProblems(state.hasTried ? form.find(state) : [], state.issues);
  const reason = error && (toWords ? toWords(error) : t(error.code));
  const general = [reason, ...problems.map(({ field, text }) => field === null && text)].filter(Boolean);
  return {
    ...state,
    ...form.actions,
    problems,
    /** Whether something was typed that is not saved, as it is drawn; `isChanged()` says it at any moment. */
    hasChanges: form.actions.isChanged(),
    /** What is wrong with the whole form, for `<Problem>`. */
    failure: general.length > 0 ? general.join(' ') : null,
    /** What is wrong with a field, for its `errorMessage`. */
    errorOf: (field: Field): string | undefined => problems.find((one) => one.field === field)?.text,
  };
}

/** A form as its parts see it. */
export type FormOf<Values extends object, Field extends string = keyof Values & string, Item = undefined> = ReturnType<
  typeof useForm<Values, Field, Item>
>;
