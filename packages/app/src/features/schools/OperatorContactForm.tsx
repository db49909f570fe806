import {
  contactPersonProblems,
  RECORD_MAXIMUM,
  type SchoolContact,
  schoolRecordApi,
} from '@kreide/core/features/schools';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SchoolSettingsScreen.module.css';

const FIELDS = [
  { part: 'name', type: 'text' },
  { part: 'role', type: 'text' },
  { part: 'phone', type: 'tel' },
  { part: 'email', type: 'email' },
] as const;

/** Whom the operator asks about the school (P-3.19). */
export function OperatorContactForm({ schoolId, contact }: { schoolId: number; contact: SchoolContact }) {
  const { t } = useTranslation(['schools', 'errors']);
  const save = useMutation(
    mutationOf(schoolRecordApi.updateContactPerson, { touches: [schoolRecordApi.getContactPerson], messages: false }),
  );
  const form = useForm({
    initial: contact,
    item: contact,
    latest: { item: contact, values: contact },
    problems: (values) =>
      contactPersonProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: (body) => save.mutateAsync({ params: { id: `${schoolId}` }, body }),
    onSaved: () => toasts.show('success', t('saved'), { topic: 'operator contact' }),
    toWords: (error) => t('notSaved', { reason: toReason(t, error) }),
  });
  return (
    <Form form={form} className={styles.group}>
      {FIELDS.map(({ part, type }) => (
        <TextField
          key={part}
          type={type}
          label={t(`contact.${part}`)}
          value={form.values[part]}
          maxLength={RECORD_MAXIMUM[`contact_${part}`]}
          errorMessage={form.errorOf(part)}
          onChange={(text) => form.change({ [part]: text })}
        />
      ))}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" isPending={form.isPending}>
          {t('contact.save')}
        </Button>
      </div>
    </Form>
  );
}
