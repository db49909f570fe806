import {
  CONTACT_ABOUT_MAXIMUM,
  CONTACT_EMAIL_MAXIMUM,
  CONTACT_HOURS_MAXIMUM,
  CONTACT_NAME_MAXIMUM,
  CONTACT_TELEPHONE_MAXIMUM,
  type ContactPerson,
  contactProblems,
} from '@kreide/core/features/help';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PeoplePicker } from '../channels/index.ts';
import { contactsQuery, knownContacts, updateContacts } from './contacts-queries.ts';

const NOBODY: ContactPerson = { name: '', user_id: null, about: '', email: '', telephone: '', hours: '' };
const FIELDS = [
  { part: 'about', maximum: CONTACT_ABOUT_MAXIMUM, type: 'text' },
  { part: 'email', maximum: CONTACT_EMAIL_MAXIMUM, type: 'email' },
  { part: 'telephone', maximum: CONTACT_TELEPHONE_MAXIMUM, type: 'tel' },
  { part: 'hours', maximum: CONTACT_HOURS_MAXIMUM, type: 'text' },
] as const;

const isSame = (one: ContactPerson, other: ContactPerson) =>
  (Object.keys(NOBODY) as (keyof ContactPerson)[]).every((key) => one[key] === other[key]);

/** A new contact person, or one that is changed; a person of the school is chosen among all whom one may write to. */
export function ContactDialog({ known, onClose }: { known: ContactPerson | null; onClose: () => void }) {
  const { t } = useTranslation(['help', 'errors', 'shell']);
  const { school } = useSelf();
  const [isPicking, setPicking] = useState(false);
  const update = useMutation(updateContacts);
  /** Where it stood, and among how many: a person without an account whom a colleague gives another name is found by it. */
  const [first] = useState(() => {
    const { persons } = knownContacts(school.id);
    return { place: persons.findIndex((one) => known && isSame(one, known)), count: persons.length };
  });
  const form = useForm({
    initial: () => known ?? NOBODY,
    item: { known },
    problems: (draft) =>
      contactProblems(draft).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: async (draft, item) => {
      const { persons, updated_at } = knownContacts(school.id);
      const place = item.known ? persons.findIndex((one) => isSame(one, item.known ?? NOBODY)) : persons.length;
      // A colleague has changed or removed this one meanwhile.
      if (place === -1) throw new ApiError({ code: 'conflict' });
      const body = { persons: [...persons.slice(0, place), draft, ...persons.slice(place + 1)], updated_at };
      await update.mutateAsync({ params: { id: `${school.id}` }, body });
      return draft;
    },
    newest: async () => {
      const { persons } = await queries.fetchQuery({ ...contactsQuery(school.id), staleTime: 0 });
      if (!known) return { item: { known }, values: NOBODY };
      const { user_id, name } = known;
      const named = persons.find((one) => (user_id === null ? one.name === name : one.user_id === user_id));
      const now = named ?? (persons.length === first.count ? persons[first.place] : undefined);
      if (!now) throw new Error('The person was removed.');
      return { item: { known: now }, values: now };
    },
    onSaved: ({ name }) => {
      toasts.show('success', t('contacts.saved', { name }));
      onClose();
    },
    toWords: (error) =>
      error.code === 'conflict' || error.code === 'not_found'
        ? t('contacts.changed')
        : t('contacts.failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <>
      <FormDialog
        title={t(known ? 'contacts.editTitle' : 'contacts.newTitle')}
        form={form}
        texts={{ send: t('contacts.form.save'), cancel: t('contacts.form.cancel') }}
        onClose={onClose}
        parts={(['name', 'about', 'email', 'telephone', 'hours'] as const).map((part) => ({
          label: t(`contacts.form.${part}`),
          show: (draft: ContactPerson) => draft[part],
        }))}
      >
        <TextField
          label={t('contacts.form.name')}
          {...(values.user_id !== null && { description: t('contacts.form.isUser') })}
          value={values.name}
          maxLength={CONTACT_NAME_MAXIMUM}
          errorMessage={errorOf('name')}
          onChange={(name) => change({ name })}
        />
        <div>
          {values.user_id === null ? (
            <Button look="quiet" icon="user" onPress={() => setPicking(true)}>
              {t('contacts.form.pick')}
            </Button>
          ) : (
            <Button look="quiet" icon="close" onPress={() => change({ user_id: null })}>
              {t('contacts.form.unpick')}
            </Button>
          )}
        </div>
        {FIELDS.map(({ part, maximum, type }) => (
          <TextField
            key={part}
            type={type}
            label={t(`contacts.form.${part}`)}
            value={values[part]}
            maxLength={maximum}
            errorMessage={errorOf(part)}
            onChange={(text) => change({ [part]: text })}
          />
        ))}
      </FormDialog>
      <Dialog
        isOpen={isPicking}
        title={t('contacts.pick')}
        closeLabel={t('shell:close')}
        onClose={() => setPicking(false)}
      >
        <PeoplePicker
          action={t('contacts.take')}
          onPick={({ id, displayname }) => {
            change({ user_id: id, name: displayname.slice(0, CONTACT_NAME_MAXIMUM) });
            setPicking(false);
          }}
        />
      </Dialog>
    </>
  );
}
