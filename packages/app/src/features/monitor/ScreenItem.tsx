import type { Screen } from '@kreide/core/features/monitor';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { toMonitorToken, toOwnPath, toSnippet } from '../schools/index.ts';
import { RenameScreen } from './RenameScreen.tsx';
import styles from './Screens.module.css';
import { removeScreen, renewScreen } from './use-screens.ts';

/** One screen: its addresses to copy, its name, and the two ways to end them, each after a question. */
export function ScreenItem({ screen, base }: { screen: Screen; base: string }) {
  const { t, language } = useTranslation(['monitor', 'shell']);
  const timeZone = useSelf().school.time_zone;
  const texts = useCopyTexts();
  const [asking, setAsking] = useState<'rename' | 'renew' | 'remove' | null>(null);
  const { name, uuid, links } = screen;
  const date = writeDate(language, toLocal(new Date(screen.renewed_at), timeZone).date, 'medium');
  const close = () => setAsking(null);
  const done = (text: string) => {
    close();
    toasts.show('success', text);
  };
  // Of the mutations, not of the calls: the row may be gone before the callbacks of a call.
  const renew = useMutation({ ...renewScreen, onSuccess: () => done(t('screens.renewed')) });
  const remove = useMutation({ ...removeScreen, onSuccess: () => done(t('screens.removed', { name })) });
  const end = () => (asking === 'renew' ? renew : remove).mutate({ params: { uuid } });

  return (
    <li className={styles.screen}>
      <div className={styles.head}>
        <div className={styles.about}>
          <b>{name}</b>
          <span>{t('screens.since', { date })}</span>
        </div>
        <IconButton icon="edit" label={t('screens.renameNamed', { name })} onPress={() => setAsking('rename')} />
        <IconButton icon="refresh" label={t('screens.renewNamed', { name })} onPress={() => setAsking('renew')} />
        <IconButton icon="trash" label={t('screens.removeNamed', { name })} onPress={() => setAsking('remove')} />
      </div>
      {asking === 'rename' && <RenameScreen screen={screen} onClose={close} />}
      {(asking === 'renew' || asking === 'remove') && (
        <ConfirmDialog
          title={t(`screens.${asking}Named`, { name })}
          texts={{ confirm: t(`screens.${asking}`), cancel: t('screens.keep'), close: t('shell:close') }}
          isPending={renew.isPending || remove.isPending}
          onConfirm={end}
          onClose={close}
        >
          <p>{t(`screens.${asking}Question`, { name })}</p>
        </ConfirmDialog>
      )}
      {(
        [
          { key: 'plan', link: links.sub },
          { key: 'split', link: links.news_split },
        ] as const
      ).map(({ key, link }) => (
        <CopyField
          key={key}
          label={t(`addresses.${key}`)}
          value={link}
          texts={texts}
          action={
            <LinkButton
              icon="eye"
              href={toOwnPath(link)}
              target="_blank"
              aria-label={t(`addresses.open_${key}`, { name })}
            >
              {t('addresses.open')}
            </LinkButton>
          }
        />
      ))}
      {(
        [
          { key: 'embedList', tag: 'kreide-substitutions' },
          { key: 'embedScreen', tag: 'kreide-monitor' },
        ] as const
      ).map(({ key, tag }) => (
        <CopyField
          key={key}
          label={t(`screens.${key}`)}
          value={toSnippet(base, tag, { token: toMonitorToken(links.sub) })}
          texts={texts}
        />
      ))}
    </li>
  );
}
