import { ApiError } from '@kreide/core/kernel';
import { createStore } from 'zustand/vanilla';
import { type FormProblem, isSameValue, toField, toProblems } from './form-state.ts';

/** An object as the server has it now, and the form's values made from it. */
export interface Version<Values, Item> {
  item: Item;
  values: Values;
}

export interface FormOptions<Values extends object, Field extends string, Item, Saved> {
  /** The first values of the form, taken once: later answers and events change nothing that somebody types. */
  initial: Values | (() => Values);
  /** What counts as unchanged, where that is something else than what the form begins with: of a draft the empty form. */
  base?: Values | (() => Values);
  /** The object that is edited, as it was loaded, with its version (`updated_at`). It is taken once too. */
  item?: Item;
  /** The fields that show what is wrong with them; without it, all keys of the values. */
  fields?: readonly Field[] | ((values: Values) => readonly Field[]);
  /** What is wrong with the values, in words: a function of core's rules, or `useFieldRules`. */
  problems?: (values: Values, item: Item) => readonly FormProblem[];
  /** Whether somebody has to confirm before it is sent: `isAsking` until `confirm` or `cancel` answers. */
  asks?: (values: Values, item: Item) => boolean | Promise<boolean>;
  send: (values: Values, item: Item) => Promise<Saved>;
  /** The values are saved: leaving loses nothing any more. */
  onSaved?: (saved: Saved, values: Values) => unknown;
  /** Called with the server's refusal, for steps that only this form takes. */
  onFailed?: (error: ApiError) => void;
  /** Reads the object once more when the server says that somebody else has changed it (409). */
  newest?: (() => Promise<Version<Values, NonNullable<Item>>>) | undefined;
  /**
   * The object as the page has it now, for a form that stays on it. As long as nothing is typed, the form shows it; what is typed
   * stays, and moves on to the new version only where the others have changed nothing that the form edits.
   */
  latest?: Version<Values, Item> | undefined;
  /** Whether two states of the form are alike. */
  isSame?: (one: Values, other: Values) => boolean;
}

export interface FormState<Values, Field extends string, Item> extends Version<Values, Item> {
  /** The values that were loaded or saved last. */
  base: Values;
  /** From the first try on, each problem follows what is typed. */
  hasTried: boolean;
  /** Tries that ended at a problem: each moves the focus to the first one. */
  tries: number;
  /** What the server found wrong. */
  issues: readonly FormProblem<Field>[];
  /** Why it was not sent or not taken, where no field is the reason. */
  error: ApiError | null;
  isPending: boolean;
  /** It is sent once it is confirmed. */
  isAsking: boolean;
  /** Somebody else's version, until one of both is chosen. */
  conflict: Version<Values, NonNullable<Item>> | null;
  /** Grows when the values are replaced from outside, for fields that take their text once. */
  edition: number;
  /** The step after the changes are given up, while the form asks about them. */
  leaving: (() => void) | null;
}

const valuesOf = <Values extends object>(initial: Values | (() => Values)): Values =>
  typeof initial === 'function' ? (initial as () => Values)() : initial;

/** The state of one form and all that happens to it, without React. No failure loses what was typed. */
export function createFormStore<Values extends object, Field extends string, Item, Saved>(
  first: FormOptions<Values, Field, Item, Saved>,
) {
  let options = first;
  const values = valuesOf(first.initial);
  const store = createStore<FormState<Values, Field, Item>>(() => ({
    item: first.item as Item,
    values,
    base: first.base === undefined ? values : valuesOf(first.base),
    hasTried: false,
    tries: 0,
    issues: [],
    error: null,
    isPending: false,
    isAsking: false,
    conflict: null,
    edition: 0,
    leaving: null,
  }));
  const { getState: get, setState: set } = store;
  const isSame = (one: Values, other: Values) => (options.isSame ?? isSameValue)(one, other);
  function fields(): readonly Field[] {
    const { values } = get();
    const { fields: named } = options;
    return typeof named === 'function' ? named(values) : (named ?? (Object.keys(values) as Field[]));
  }
  const isChanged = () => !isSame(get().base, get().values);

  /** What the rules find; a problem of a field that the form does not show concerns the whole form. */
  const find = ({ values, item }: Version<Values, Item>): FormProblem<Field>[] =>
    (options.problems?.(values, item) ?? []).map(({ field, text }) => ({
      field: field === null ? null : toField(field, fields()),
      text,
    }));

  function change(part: Partial<Values> | ((former: Values) => Partial<Values>)): void {
    set((former) => {
      const changes = typeof part === 'function' ? part(former.values) : part;
      const isSettled = ({ field }: FormProblem) => field !== null && (field in changes || !(field in former.values));
      return {
        values: { ...former.values, ...changes },
        isAsking: false,
        // A refusal does not apply to other values.
        error: null,
        issues: former.issues.filter((one) => !isSettled(one)),
      };
    });
  }

  function replace({ item, values }: Version<Values, Item>): void {
    const clean = { issues: [], error: null, conflict: null, hasTried: false };
    set(({ edition }) => ({ item, values, base: values, ...clean, edition: edition + 1 }));
  }

  let offered: unknown = first.item;
  let waiting: Version<Values, Item> | null = null;

  /** Takes over the newest object, as far as that touches nothing that somebody typed. */
  function offer(latest: Version<Values, Item> | undefined): void {
    if (!latest || latest.item === offered) return;
    offered = latest.item;
    takeOver(latest);
  }

  function takeOver(latest: Version<Values, Item>): void {
    const { isPending, conflict, base } = get();
    if (isPending) waiting = latest;
    else if (conflict) return;
    else if (isSame(latest.values, base)) set({ item: latest.item });
    else if (!isChanged()) replace(latest);
  }

  function endPending(): void {
    set({ isPending: false });
    if (waiting) takeOver(waiting);
    waiting = null;
  }

  /** Shows the server's words about the typed values: at their fields, or as a whole. */
  function refuse(thrown: unknown): void {
    const error = ApiError.from(thrown);
    set(({ tries }) => ({
      issues: toProblems(error.issues, fields()),
      error: error.issues.length === 0 ? error : null,
      tries: tries + (error.issues.length > 0 ? 1 : 0),
    }));
    options.onFailed?.(error);
  }

  /** Shows the problems, of these fields alone where some are named. @returns whether there are none */
  function check(only?: readonly Field[]): boolean {
    const isWrong = find(get()).some(({ field }) => only === undefined || (field !== null && only.includes(field)));
    set(({ tries }) => ({ hasTried: true, issues: [], error: null, tries: tries + (isWrong ? 1 : 0) }));
    return !isWrong;
  }

  async function settle(error: ApiError, isFirst: boolean): Promise<void> {
    const { newest } = options;
    if (error.code !== 'conflict' || !newest) return refuse(error);
    try {
      const conflict = await newest();
      const { base, values } = get();
      // Both wrote the same, or the other person changed nothing that this form edits: there is nothing to choose.
      if (isFirst && [base, values].some((one) => isSame(conflict.values, one))) {
        set({ item: conflict.item, base: conflict.values });
        return await send(false);
      }
      set(({ tries }) => ({ conflict, tries: tries + 1 }));
    } catch {
      set({ error });
    }
  }

  async function send(isFirst: boolean, isConfirmed = true): Promise<void> {
    const { values, item } = get();
    let saved: Saved;
    try {
      if (!isConfirmed && (await options.asks?.(values, item))) return set({ isAsking: true });
      saved = await options.send(values, item);
    } catch (thrown) {
      return settle(ApiError.from(thrown), isFirst);
    }
    set({ base: values, hasTried: false });
    await options.onSaved?.(saved, values);
  }

  /** Sends the values once: not while they are being sent, and not while somebody has to choose a version. */
  async function trySending(isConfirmed: boolean): Promise<void> {
    const { isPending, conflict, tries } = get();
    if (isPending) return;
    if (conflict) return set({ tries: tries + 1 });
    if (!check()) return;
    set({ isPending: true });
    try {
      await send(true, isConfirmed);
    } finally {
      endPending();
    }
  }

  const submit = () => trySending(false);
  const actions = {
    change,
    submit,
    check,
    refuse,
    /** Sends what was asked about. */
    confirm: async (): Promise<void> => {
      await trySending(true);
      set({ isAsking: false });
    },
    cancel: (): void => set({ isAsking: false }),
    isChanged,
    /** Puts other values into the form, such as those that the server has saved; without any, the values of its base. */
    reset: (values: Values = get().base, item: Item = get().item): void => replace({ item, values }),
    /** Puts other values into the fields as if they were typed. */
    fill: (values: Values): void => set(({ edition }) => ({ values, edition: edition + 1 })),
    /** Sends the own version over the other one. */
    keepMine: async (): Promise<void> => {
      const { conflict } = get();
      if (!conflict) return;
      set({ item: conflict.item, base: conflict.values, conflict: null });
      await trySending(true);
    },
    /** Gives the own version up for the other one. */
    takeTheirs: (): void => {
      const { conflict } = get();
      if (conflict) replace(conflict);
    },
    /** Does what leads away from the form, and asks before that where something would be lost. */
    leave: (then: () => void): void => (isChanged() ? set({ leaving: then }) : then()),
    stay: (): void => set({ leaving: null }),
    discard: (): void => {
      const { leaving } = get();
      set(({ base }) => ({ values: base, leaving: null }));
      leaving?.();
    },
  };

  return {
    store,
    actions,
    find,
    offer,
    /** The options of the newest drawing; `initial` and `item` are not read again. */
    follow: (next: FormOptions<Values, Field, Item, Saved>): void => {
      options = next;
    },
  };
}
