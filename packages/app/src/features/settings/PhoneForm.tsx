import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { Section, SectionForm } from './Section.tsx';
import { saveChange } from './save-change.ts';

/** The telephone number, which nobody has to give (P-5.09, P-5.10). */
export function PhoneForm({ known }: { known: PersonSettings }) {
  const { t } = useTranslation('settings');
  const form = useForm({
    initial: { phone: known.phone ?? '' },
    problems: useFieldRules({ phone: [rule('isPhoneNumber')] }),
    send: ({ phone }) => saveChange(profileApi.updateSettings, { phone: phone.trim() || null }),
    onSaved: () => toasts.show('success', t('profile.saved')),
  });
  return (
    <Section title={t('profile.phone')} about={t('profile.phoneText')}>
      <SectionForm form={form} submit={t('profile.save')}>
        <TextField
          label={t('profile.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          value={form.values.phone}
          onChange={(phone) => form.change({ phone })}
          errorMessage={form.errorOf('phone')}
        />
      </SectionForm>
    </Section>
  );
}
