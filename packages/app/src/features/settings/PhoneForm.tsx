import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { Section, SectionForm } from './Section.tsx';
import { useChange } from './use-change.ts';

/** The telephone number, which nobody has to give (P-5.09, P-5.10). */
export function PhoneForm({ known }: { known: PersonSettings }) {
  const { t } = useTranslation('settings');
  const [phone, setPhone] = useState(known.phone ?? '');
  const { save, isPending, issues, problem } = useChange(profileApi.updateSettings);
  const { check, errorOf } = useRules({ phone }, { phone: [rule('isPhoneNumber')] });
  const send = async () => (await save({ phone: phone.trim() || null })) && toasts.show('success', t('profile.saved'));
  return (
    <Section title={t('profile.phone')} about={t('profile.phoneText')}>
      <SectionForm check={check} onSubmit={send} isPending={isPending} problem={problem} submit={t('profile.save')}>
        <TextField
          label={t('profile.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          value={phone}
          onChange={setPhone}
          errorMessage={errorOf('phone') ?? issues.phone}
        />
      </SectionForm>
    </Section>
  );
}
