import type { ReactNode } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import styles from './Beside.module.css';
import { ChannelList } from './ChannelList.tsx';
import { IS_BESIDE } from './is-beside.ts';

/**
 * A page of one channel; where it is wide the list of channels stands beside it, its place free from the start. For the
 * keyboard and in reading it comes after the page, which is what somebody came for.
 */
export function ChannelsBeside({ current, children }: { current: number | undefined; children: ReactNode }) {
  // Not where the school has none but groups (P-2.05).
  const isOff = useSelf().school.properties.channels === false;
  const isBeside = useMedia(IS_BESIDE) && !isOff;
  return (
    <div className={styles.place}>
      <div className={styles.page}>{children}</div>
      {isBeside && <ChannelList isBeside current={current} />}
    </div>
  );
}
