import type { Translation } from '@kreide/core/features/translations';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { languagesQuery } from './languages-query.ts';
import styles from './TranslateDialog.module.css';

export interface TranslateDialogProps {
  /** The same text in another language; called when the person says so, never before (C-1.11). */
  ask: (lang: string) => Promise<Translation>;
  /** Shows what came of it, where it is more than lines of text. */
  show?: (texts: readonly string[], lang: string) => ReactNode;
  onClose: () => void;
}

/** The name of a language in itself, as far as this browser knows it. */
function toOwnName(code: string, name: string): string {
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? name;
}

/**
 * A text in another language. Nothing goes to the service before the button is pressed; where it goes, and that this may
 * be outside the EU, stands beside it (C-1.12).
 */
export function TranslateDialog({ ask, show, onClose }: TranslateDialogProps) {
  const { t, language } = useTranslation('translations');
  const { data } = useQuery(languagesQuery);
  const languages = data?.languages ?? [];
  const usual = languages.find(({ code }) => code === language) ?? languages[0];
  const [chosen, setChosen] = useState<string>();
  const lang = chosen ?? usual?.code ?? '';
  const translate = useMutation<Translation, ApiError, string>({ mutationFn: ask });
  const shown = translate.data?.lang === lang ? translate.data.texts : null;
  const choose = (code: string) => {
    setChosen(code);
    translate.reset();
  };
  return (
    <Dialog
      isOpen
      title={t('title')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        shown === null && (
          <Button look="primary" isPending={translate.isPending} onPress={() => translate.mutate(lang)}>
            {t('translate')}
          </Button>
        )
      }
    >
      <Select
        label={t('language')}
        options={languages.map(({ code, name }) => ({ key: code, text: toOwnName(code, name), lang: code }))}
        value={lang}
        onChange={choose}
      />
      {shown === null ? (
        <p className={styles.note}>{t('note', { service: data?.service ?? '' })}</p>
      ) : (
        (show?.(shown, lang) ?? <Lines texts={shown} lang={lang} />)
      )}
      {shown !== null && <p className={styles.note}>{t('machine')}</p>}
      <Problem text={translate.error?.message} />
    </Dialog>
  );
}

/** Texts without markup. */
function Lines({ texts, lang }: { texts: readonly string[]; lang: string }) {
  return (
    <div className={styles.text} lang={lang} dir="auto" role="status">
      {texts
        .filter((text) => text !== '')
        .map((text) => (
          <p key={text}>{text}</p>
        ))}
    </div>
  );
}
