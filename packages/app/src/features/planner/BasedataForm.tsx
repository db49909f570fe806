import {
  type Basedata,
  type BasedataRow,
  basedataProblems,
  IMPORTED_FIELDS,
  isOwnedByImport,
  nameOfRow,
} from '@kreide/core/features/planner';
import { ApiError, HUES, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Basedata.module.css';
import {
  type Cell,
  FIELDS,
  type Field,
  labelOf,
  toDraft,
  toValues,
  type Units,
  type Values,
} from './basedata-fields.ts';
import { BASEDATA_QUERIES, createRow, updateRow } from './basedata-queries.ts';
import { UnitPicker } from './UnitPicker.tsx';
import { useCellWords } from './use-cell-words.ts';

interface BasedataFormProps {
  entity: Basedata;
  /** Null: a new one. */
  row: BasedataRow | null;
  rows: readonly BasedataRow[];
  units: Units;
  onClose: () => void;
}

/** A row of the table while it is edited, in its place; what an import owns of it can be read. */
export function BasedataForm({ entity, row, rows, units, onClose }: BasedataFormProps) {
  const { t } = useTranslation('planner');
  const say = useCellWords(units);
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const create = useMutation(createRow(entity));
  const update = useMutation(updateRow(entity));
  const form = useForm({
    initial: () => toValues(entity, row, today),
    item: row ?? undefined,
    problems: (values, item) =>
      basedataProblems(entity, toDraft(entity, values), (item ?? null) as never, rows).map(({ field, rule }) => ({
        field,
        text: t(`rules.${rule}`),
      })),
    send: (values, item) => {
      const body = toDraft(entity, values) as never;
      if (!item) return create.mutateAsync({ body });
      const { id, version } = item;
      return update.mutateAsync({ params: { id: `${id}` }, body: { ...(body as object), version } as never });
    },
    newest: async () => {
      const all = (await queries.fetchQuery({ ...BASEDATA_QUERIES[entity], staleTime: 0 } as never)) as BasedataRow[];
      const item = all.find(({ id }) => id === row?.id);
      if (!item) throw new ApiError({ code: 'not_found' });
      return { item, values: toValues(entity, item) };
    },
    onSaved: (saved: BasedataRow) => {
      toasts.show('success', t('basedata.saved', { name: nameOfRow(saved) }));
      onClose();
    },
    onFailed: ({ code, message }) => {
      if (code === 'course_exists') toasts.show('warning', message);
    },
    toWords: (error) => t('failed', { reason: toSaid(error) }),
  });
  const owned: readonly string[] = isOwnedByImport(row, form.values) ? IMPORTED_FIELDS[entity] : [];
  const field = ({ key, kind, of, step }: Field) => {
    const label = t(labelOf(entity, key));
    const value = form.values[key] ?? null;
    const change = (cell: Cell) => form.change({ [key]: cell });
    const choices = of ? units[of] : [];
    const problem = form.errorOf(key);
    if (kind === 'text' || kind === 'number')
      return (
        <TextField
          key={key}
          label={label}
          value={`${value ?? ''}`}
          isReadOnly={owned.includes(key)}
          onChange={change}
          errorMessage={problem}
          {...(kind === 'number' ? { type: 'number', inputMode: 'decimal', step } : {})}
        />
      );
    if (kind === 'flag')
      return (
        <Checkbox key={key} isSelected={value === true} onChange={change}>
          {label}
        </Checkbox>
      );
    if (kind === 'date')
      return (
        <DatePicker
          key={key}
          label={label}
          value={`${value ?? ''}`}
          fallback={today}
          onChange={change}
          errorMessage={problem}
        />
      );
    if (kind === 'time')
      return (
        <TimeField
          key={key}
          label={label}
          value={`${value ?? ''}`}
          isRequired={false}
          onChange={(time) => change(time || null)}
          errorMessage={problem}
        />
      );
    if (kind === 'many')
      return (
        <UnitPicker
          key={key}
          label={label}
          units={choices}
          ids={Array.isArray(value) ? value : []}
          onChange={change}
          problem={problem}
        />
      );
    const options =
      kind === 'hue'
        ? [
            { key: '', text: t('basedata.byItself') },
            ...HUES.map((hue) => ({ key: `${hue}`, text: t(`basedata.hues.${hue}`) })),
          ]
        : [
            { key: '', text: t('basedata.nothing') },
            ...choices.map(({ id, shortcut, name }) => ({
              key: `${id}`,
              text: [shortcut, name].filter(Boolean).join(' · '),
            })),
          ];
    const toCell = (chosen: string) => (chosen === '' ? null : kind === 'hue' ? chosen : Number(chosen));
    return (
      <div key={key}>
        <Select
          label={label}
          value={`${value ?? ''}`}
          options={options}
          onChange={(chosen) => change(toCell(chosen))}
        />
        <Problem text={problem ?? null} />
      </div>
    );
  };
  return (
    <Form
      form={form}
      className={styles.form}
      aria-label={row ? t('basedata.edit', { name: nameOfRow(row) }) : t('basedata.newRow')}
      isDialog
      parts={FIELDS[entity].map((one) => ({
        label: t(labelOf(entity, one.key)),
        show: (values: Values) => say(one, values[one.key] ?? null),
      }))}
    >
      <div className={styles.fields}>{FIELDS[entity].map(field)}</div>
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('save')}
        </Button>
        <Button onPress={() => form.leave(onClose)}>{t('cancel')}</Button>
      </div>
    </Form>
  );
}
