import { type ReactNode, useState } from 'react';
import { type ElementName, loadElement } from '../../kernel/elements.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './SchoolSettingsScreen.module.css';

interface PreviewProps {
  element: ElementName;
  /** The element as a homepage would embed it. */
  children: ReactNode;
}

/** Previews an element in place: what visitors see, read without any rights. */
export function Preview({ element, children }: PreviewProps) {
  const { t } = useTranslation(['schools', 'shell']);
  const [state, setState] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed');

  function toggle() {
    if (state === 'open') return setState('closed');
    setState('loading');
    loadElement(element).then(
      () => setState('open'),
      (thrown: unknown) => {
        console.error(thrown);
        setState('failed');
      },
    );
  }

  return (
    <div className={styles.group}>
      <div className={styles.actions}>
        <Button
          icon={state === 'open' ? 'eyeOff' : 'eye'}
          aria-expanded={state === 'open'}
          isPending={state === 'loading'}
          onPress={toggle}
        >
          {t(state === 'open' ? 'preview.close' : 'preview.open')}
        </Button>
      </div>
      <Problem text={state === 'failed' ? t('preview.failed') : null} />
      {state === 'open' && <div className={styles.preview}>{children}</div>}
    </div>
  );
}
