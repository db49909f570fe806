import {
  PARTNER_MAXIMUM,
  type Partner,
  type PartnerTexts,
  partnerProblems,
  partnersApi,
} from '@kreide/core/features/sales';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';

const FIELDS = ['company', 'role', 'name', 'email', 'phone', 'note'] as const satisfies (keyof PartnerTexts)[];
const NOTHING: PartnerTexts = { company: '', role: '', name: '', email: '', phone: '', note: '' };
const toTexts = ({ company, role, name, email, phone, note }: PartnerTexts): PartnerTexts => ({
  company,
  role,
  name,
  email,
  phone,
  note,
});
const savePartner = mutationOf(partnersApi.setPartner, { messages: false, touches: [partnersApi.listPartners] });

interface PartnerDialogProps {
  known: Partner | null;
  schoolId: number;
  onClose: () => void;
}

/** A new partner contact, or one that is changed. */
export function PartnerDialog({ known, schoolId, onClose }: PartnerDialogProps) {
  const { t } = useTranslation(['sales', 'errors']);
  const save = useMutation(savePartner);
  // Of the new one: another try of the same form writes no second one.
  const [uuid] = useState(() => known?.uuid ?? crypto.randomUUID());
  const params = { id: `${schoolId}`, partner: uuid };
  const form = useForm({
    initial: () => toTexts(known ?? NOTHING),
    item: known,
    problems: (draft) =>
      partnerProblems(draft).map(({ field, rule, params: values }) => ({ field, text: t(`rules.${rule}`, values) })),
    send: (body, item) => save.mutateAsync({ params, body: { ...body, updated_at: item?.updated_at ?? null } }),
    newest: known
      ? async () => {
          const item = await queries.fetchQuery(queryOf(partnersApi.getPartner, { params }, { staleTime: 0 }));
          return { item, values: toTexts(item) };
        }
      : undefined,
    onSaved: ({ company }) => {
      toasts.show('success', t('partners.saved', { company }));
      onClose();
    },
    toWords: (error) => t('partners.failed', { reason: toReason(t, error) }),
  });
  return (
    <FormDialog
      title={t(known ? 'partners.editTitle' : 'partners.newTitle')}
      form={form}
      texts={{ send: t('partners.save'), cancel: t('partners.cancel') }}
      onClose={onClose}
      parts={FIELDS.map((field) => ({
        label: t(`partners.${field}`),
        show: (draft: PartnerTexts) => draft[field],
      }))}
    >
      {FIELDS.map((field) => (
        <TextField
          key={field}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          label={t(`partners.${field}`)}
          value={form.values[field]}
          maxLength={PARTNER_MAXIMUM[field]}
          errorMessage={form.errorOf(field)}
          onChange={(text) => form.change({ [field]: text })}
        />
      ))}
    </FormDialog>
  );
}
