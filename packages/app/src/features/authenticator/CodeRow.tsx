import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Authenticator.module.css';
import type { ShownCode } from './use-codes.ts';
import { type KeptAccount, nameOf } from './vault.ts';

/** From here on somebody who begins to type will hardly finish, seconds. */
const HURRY = 5;
const PLACEHOLDER = '––– –––';

/** `123456` as `123 456`: two halves are remembered more easily. */
const toHalves = (code: string): string => {
  const middle = Math.floor(code.length / 2);
  return `${code.slice(0, middle)} ${code.slice(middle)}`;
};

interface CodeRowProps {
  account: KeptAccount;
  shown: ShownCode | undefined;
  /** The service does not know it any more. */
  isGone: boolean;
  now: number;
  onRemove: () => void;
}

/** One account: its name, its code, and for how many seconds that holds. */
export function CodeRow({ account, shown, isGone, now, onRemove }: CodeRowProps) {
  const { t } = useTranslation('authenticator');
  const name = nameOf(account);
  // The clock of the screen may be a moment behind the answer.
  const left = shown ? Math.min(shown.period, Math.ceil((shown.until - now) / 1000)) : 0;
  const code = shown && left > 0 ? shown.code : null;

  async function copy() {
    if (code === null) return;
    try {
      await navigator.clipboard.writeText(code);
      toasts.show('success', t('start.copied', { name }));
    } catch {
      toasts.show('info', t('start.byHand'));
    }
  }

  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <span className={styles.issuer}>{account.issuer}</span>
        {account.account !== '' && <span className={styles.account}>{account.account}</span>}
        {isGone && <span className={styles.account}>{t('start.gone')}</span>}
      </div>
      {!isGone && (
        <div className={styles.value}>
          <span className={classes(styles.code, code === null && styles.waiting)} translate="no" data-code>
            {code === null ? PLACEHOLDER : toHalves(code)}
          </span>
          {/* Not live: it is read when somebody comes to it, not every second. */}
          <span
            role="timer"
            aria-label={code === null ? t('start.loading') : t('start.left', { count: left })}
            className={classes(styles.timer, code !== null && left <= HURRY && styles.hurry)}
          >
            <svg viewBox="0 0 36 36" aria-hidden="true">
              <circle cx="18" cy="18" r="16" pathLength="100" />
              {code !== null && shown && (
                <circle
                  cx="18"
                  cy="18"
                  r="16"
                  pathLength="100"
                  className={styles.rest}
                  strokeDasharray={`${Math.min(100, (left / shown.period) * 100)} 100`}
                />
              )}
            </svg>
            <span aria-hidden="true">{code === null ? '' : left}</span>
          </span>
        </div>
      )}
      <div className={styles.controls}>
        {!isGone && (
          <IconButton icon="copy" label={t('start.copy', { name })} isDisabled={code === null} onPress={copy} />
        )}
        <IconButton icon="trash" label={t('start.remove', { name })} onPress={onRemove} />
      </div>
    </li>
  );
}
