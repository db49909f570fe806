import { LANGUAGES } from '@kreide/core/kernel';
import { useStore } from 'zustand';
import { chooseLanguage } from '../features/settings/index.ts';
import { getLanguage, LANGUAGE_NAMES } from '../kernel/i18n.ts';
import { setTheme, THEMES, theme } from '../kernel/theme.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { ChoiceList } from '../ui/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { toasts } from '../ui/toast-store.ts';
import fieldStyles from './PreferencesDialog.module.css';

const THEME_ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

/** Language and colour scheme; both apply at once and are remembered on this device, the language with the account too. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const chosen = useStore(theme, (state) => state.theme);
  return (
    <Dialog title={t('preferences.open')} isOpen onClose={onClose} closeLabel={t('close')}>
      <ChoiceList
        label={t('preferences.language')}
        options={LANGUAGES.map((key) => ({ key, text: LANGUAGE_NAMES[key], lang: key }))}
        value={getLanguage()}
        onChange={(key) => chooseLanguage(key).catch(() => toasts.show('error', t('connectionLost.text')))}
      />
      <div className={fieldStyles.group}>
        <p className={fieldStyles.label} aria-hidden="true">
          {t('preferences.theme')}
        </p>
        <SegmentedControl
          label={t('preferences.theme')}
          segments={THEMES.map((key) => ({ key, label: t(`preferences.${key}`), icon: THEME_ICONS[key] }))}
          value={chosen}
          onChange={setTheme}
        />
      </div>
    </Dialog>
  );
}
