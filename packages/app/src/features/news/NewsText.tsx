import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { preferences } from '../../kernel/preferences.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './NewsText.module.css';

/** What is higher is collapsed, px (C-2.115); the style says the same. */
const WHOLE = 250;

interface NewsTextProps {
  title: string;
  html: string;
  /** It is what the page is for: never collapsed. */
  isWhole: boolean;
}

/** The content of an item: what is high is collapsed, except for those who use a screen reader (C-2.116, C-4.35). */
export function NewsText({ title, html, isWhole }: NewsTextProps) {
  const { t } = useTranslation('news');
  const { hasScreenReader } = useStore(preferences);
  const id = useId();
  const text = useRef<HTMLDivElement>(null);
  const [isHigh, setHigh] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const canFold = !isWhole && !hasScreenReader;
  // Measured before it is seen: nothing below moves when it folds.
  useLayoutEffect(() => {
    if (!text.current || !canFold) return;
    setHigh(text.current.scrollHeight > WHOLE);
    // Pictures that arrive late, other widths and other sizes of the letters make it higher.
    const observer = new ResizeObserver(([entry]) => setHigh((entry?.contentRect.height ?? 0) > WHOLE));
    observer.observe(text.current);
    return () => observer.disconnect();
  }, [canFold]);
  const isFolded = canFold && isHigh && !isOpen;
  useEffect(() => {
    const element = text.current;
    if (!element || !isFolded) return;
    // What has the focus is seen: a link further down opens it.
    const open = () => setOpen(true);
    element.addEventListener('focusin', open);
    return () => element.removeEventListener('focusin', open);
  }, [isFolded]);
  function toggle() {
    setOpen(!isOpen);
    if (isOpen) requestAnimationFrame(() => text.current?.closest('article')?.scrollIntoView({ block: 'nearest' }));
  }
  return (
    <>
      <div id={id} className={classes(isFolded && styles.folded)}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises news on the way in and out (D-4.10) */}
        <div ref={text} className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
      {canFold && isHigh && (
        <div className={styles.more}>
          <Button
            look="quiet"
            icon={isOpen ? undefined : 'chevronDown'}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${t(isOpen ? 'text.less' : 'text.more')}: ${title}`}
            onPress={toggle}
          >
            {t(isOpen ? 'text.less' : 'text.more')}
          </Button>
        </div>
      )}
    </>
  );
}
