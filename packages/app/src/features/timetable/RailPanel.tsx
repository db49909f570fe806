import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import styles from './RailPanel.module.css';

interface RailPanelProps {
  title: string;
  about: string;
  hasHeading: boolean;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** The chosen lesson, or the courses to choose from, beside the plan: nothing else is covered by it. */
export function RailPanel({ title, about, hasHeading, closeLabel, onClose, children }: RailPanelProps) {
  const panel = useRef<HTMLElement>(null);
  usePanelFocus(panel, about);
  useEscape(onClose);
  return (
    <section ref={panel} aria-label={title} className={styles.panel}>
      {!hasHeading && (
        <h2 className={styles.title} tabIndex={-1}>
          {title}
        </h2>
      )}
      <div className={styles.close}>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </div>
      {children}
    </section>
  );
}

/**
 * Who chose by key goes on in the panel, at its heading; who chose by pointer stays where the pointer is. Closing from
 * within the panel leads back to what was chosen.
 */
function usePanelFocus(panel: RefObject<HTMLElement | null>, about: string): void {
  const opener = useRef<Element>(null);
  const marked = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that is shown
  useEffect(() => {
    const { activeElement, body } = document;
    opener.current = activeElement;
    if (!activeElement || activeElement === body || activeElement.matches(':focus-visible')) {
      panel.current?.querySelector('h2')?.focus();
    }
  }, [about]);
  useLayoutEffect(() => {
    marked.current = document.querySelector<HTMLElement>('.kt-lesson[aria-current="true"]') ?? marked.current;
  });
  useLayoutEffect(() => {
    const own = panel.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const chosen = [opener.current, marked.current].find((one) => one?.isConnected && one !== document.body);
      queueMicrotask(() => (chosen as HTMLElement | undefined)?.focus());
    };
  }, [panel]);
}

/** Escape closes it wherever the focus is, unless that means something else there. */
function useEscape(onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
