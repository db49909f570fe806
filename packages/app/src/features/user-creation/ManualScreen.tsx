import { IMPORT_TYPES, type ImportType, PEOPLE_AT_ONCE } from '@kreide/core/features/user-import';
import type { Language } from '@kreide/core/kernel';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LetterLanguage, Outcomes } from './Outcomes.tsx';
import styles from './UserCreation.module.css';
import { useMaking } from './use-making.ts';

interface Row {
  readonly id: number;
  readonly lastname: string;
  readonly firstname: string;
  readonly class: string;
  readonly type: ImportType;
}

const isEmpty = ({ lastname, firstname }: Row) => lastname.trim() === '' && firstname.trim() === '';

const NAMES = ['lastname', 'firstname'] as const;

/** A row that nobody has begun is no person, unless there is no other. */
function neededOf(rows: readonly Row[]): readonly Row[] {
  const filled = rows.filter((row) => !isEmpty(row));
  return filled.length > 0 ? filled : rows.slice(0, 1);
}

/** Letters for people who are typed in (T-2.106). The next row takes class and kind of the last. */
export function ManualScreen() {
  const { t, language: own } = useTranslation('user-creation');
  const making = useMaking();
  const first: { language: Language; rows: readonly Row[] } = {
    language: own,
    rows: [{ id: 1, lastname: '', firstname: '', class: '', type: 'STUDENT' }],
  };
  const form = useForm({
    initial: first,
    fields: ({ rows }) => rows.flatMap(({ id }) => NAMES.map((name) => `${name} ${id}`)),
    // What was typed is lost until the letters are made, however often it was checked.
    isSame: (_, { rows }) => rows.every(isEmpty),
    problems: ({ rows }) =>
      neededOf(rows).flatMap((row) =>
        NAMES.filter((name) => row[name].trim() === '').map((name) => ({
          field: `${name} ${row.id}`,
          text: t('manual.required'),
        })),
      ),
    send: async ({ rows, language }) =>
      making.check(
        rows
          .filter((row) => !isEmpty(row))
          .map(({ lastname, firstname, class: grade, type }) => ({
            type,
            lastname: lastname.trim(),
            firstname: firstname.trim(),
            class: type === 'STUDENT' && grade.trim() !== '' ? grade.trim() : null,
          })),
        language,
      ),
  });
  const { rows, language } = form.values;
  const setRows = (next: readonly Row[]) => form.change({ rows: next });

  function add() {
    const last = rows.at(-1);
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    setRows([...rows, { id, lastname: '', firstname: '', class: last?.class ?? '', type: last?.type ?? 'STUDENT' }]);
  }
  const change = (id: number, values: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...values } : row)));

  if (making.checked !== null)
    return (
      <div className={styles.screen}>
        <Outcomes making={making} />
      </div>
    );
  return (
    <Form form={form} className={styles.screen}>
      <Card isRoomy>
        <LetterLanguage value={language} onChange={(next) => form.change({ language: next })} />
      </Card>
      {rows.map((row, index) => (
        <Card key={row.id} isRoomy>
          <fieldset className={styles.person}>
            <legend>{t('manual.person', { number: index + 1 })}</legend>
            <TextField
              label={t('fields.lastname')}
              autoComplete="off"
              maxLength={100}
              autoFocus={index > 0}
              value={row.lastname}
              onChange={(lastname) => change(row.id, { lastname })}
              errorMessage={form.errorOf(`lastname ${row.id}`)}
            />
            <TextField
              label={t('fields.firstname')}
              autoComplete="off"
              maxLength={100}
              value={row.firstname}
              onChange={(firstname) => change(row.id, { firstname })}
              errorMessage={form.errorOf(`firstname ${row.id}`)}
            />
            <Select
              label={t('fields.type')}
              options={IMPORT_TYPES.map((key) => ({ key, text: t(`types.${key}`) }))}
              value={row.type}
              onChange={(type) => change(row.id, { type })}
            />
            {row.type === 'STUDENT' && (
              <TextField
                label={t('fields.class')}
                autoComplete="off"
                maxLength={60}
                value={row.class}
                onChange={(value) => change(row.id, { class: value })}
              />
            )}
            {rows.length > 1 && (
              <IconButton
                icon="trash"
                label={t('manual.remove', { number: index + 1 })}
                onPress={() => setRows(rows.filter(({ id }) => id !== row.id))}
              />
            )}
          </fieldset>
        </Card>
      ))}
      <Problem text={making.problem} />
      <div className={styles.actions}>
        <Button icon="plus" isDisabled={rows.length >= PEOPLE_AT_ONCE} onPress={add}>
          {t('manual.add')}
        </Button>
        <Button type="submit" look="primary" isPending={making.isChecking}>
          {t('check')}
        </Button>
      </div>
    </Form>
  );
}
