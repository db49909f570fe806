import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { type ApiError, LANGUAGES } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { getLanguage, LANGUAGE_NAMES } from '../../kernel/i18n.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePropertyChange } from '../../kernel/use-property-change.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { chooseLanguage } from './choose-language.ts';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import styles from './Profile.module.css';
import { SchoolSection } from './SchoolSection.tsx';
import { Section } from './Section.tsx';
import { saveChange, settingsQuery } from './save-change.ts';
import { UsernameForm } from './UsernameForm.tsx';

/** The details that people have entered about themselves (P-2.59). */
export function ProfileScreen() {
  const { t } = useTranslation('settings');
  const self = useSelf();
  const { id } = useParams();
  if (id === 'self' || id === `${self.id}`) return <ProfileForms />;
  return (
    <EmptyState
      icon="eyeOff"
      title={t('profile.foreignTitle')}
      text={t('profile.foreignText')}
      action={<LinkButton href={`/settings/${self.id}`}>{t('profile.toOwn')}</LinkButton>}
    />
  );
}

export function ProfileForms() {
  const { t } = useTranslation('settings');
  const settings = useQuery(settingsQuery);
  // What was saved leaves an empty password behind.
  const [emails, setEmails] = useState(0);
  const [names, setNames] = useState(0);
  return (
    <Loaded query={settings} skeleton={{ items: 4, label: t('profile.loading') }} errorTitle={t('profile.errorTitle')}>
      {(known) => (
        <div className={styles.page}>
          <Section title={t('profile.person')}>
            <NameForm
              known={known}
              submit={t('profile.save')}
              onSaved={() => toasts.show('success', t('profile.saved'))}
            />
          </Section>
          <EmailForm key={`email ${emails}`} known={known} onSaved={() => setEmails(emails + 1)} />
          <PhoneForm known={known} />
          <UsernameForm key={`name ${names}`} known={known} onSaved={() => setNames(names + 1)} />
          <SchoolSection />
          <LanguageSection />
          <ChatSection />
          <StatisticsSection known={known} />
        </div>
      )}
    </Loaded>
  );
}

/** Applies at once here, and on the other devices of the account (P-7.57). */
function LanguageSection() {
  const { t } = useTranslation(['settings', 'shell']);
  return (
    <Section title={t('profile.language')} about={t('profile.languageText')}>
      <Select
        label={t('profile.language')}
        options={LANGUAGES.map((key) => ({ key, text: LANGUAGE_NAMES[key], lang: key }))}
        value={getLanguage()}
        onChange={(locale) => chooseLanguage(locale).catch(() => toasts.show('error', t('shell:connectionLost.text')))}
      />
    </Section>
  );
}

/** On until the person wants to be unseen or undisturbed (C-4.21, C-9.12). */
function ChatSection() {
  const { t } = useTranslation('settings');
  const { properties } = useSelf();
  const change = usePropertyChange();
  return (
    <Section title={t('profile.chatTitle')} about={t('profile.chatText')}>
      {(['typing', 'sounds'] as const).map((key) => (
        <Switch
          key={key}
          isSelected={properties[`users.${key}.off`] !== '1'}
          onChange={(isOn) => change({ [`users.${key}.off`]: isOn ? '0' : '1' })}
        >
          {t(`profile.${key}`)}
        </Switch>
      ))}
    </Section>
  );
}

/** Off until the person consents (P-7.58). */
function StatisticsSection({ known }: { known: PersonSettings }) {
  const { t } = useTranslation(['settings', 'errors']);
  const save = useMutation<PersonSettings, ApiError, boolean>({
    mutationFn: (is_trackable) => saveChange(profileApi.changeStatistics, { is_trackable }),
  });
  return (
    <Section title={t('profile.statisticsTitle')} about={t('profile.statisticsText')}>
      <Switch
        isSelected={known.is_trackable}
        isDisabled={save.isPending}
        onChange={(is_trackable) => save.mutate(is_trackable)}
      >
        {t('profile.statistics')}
      </Switch>
      <Problem text={save.error && toReason(t, save.error)} />
    </Section>
  );
}
