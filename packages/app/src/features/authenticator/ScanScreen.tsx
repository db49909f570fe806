import { type KeyDraft, parseOtpAddress, type ScanProblem } from '@kreide/core/features/authenticator';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import styles from './Authenticator.module.css';
import { createDecode } from './decoder.ts';
import { Page } from './Page.tsx';
import { useAddAccount } from './use-add-account.ts';
import { useCamera } from './use-camera.ts';

type Problems = ScanProblem | 'noCode' | 'noImage';

/** An account by the QR code that its service shows: with the camera, or out of a picture (P-2.32). */
export function ScanScreen() {
  const { t } = useTranslation('authenticator');
  const [found, setFound] = useState<KeyDraft | null>(null);
  const [problem, setProblem] = useState<Problems | null>(null);
  const [decode] = useState(createDecode);
  const video = useRef<HTMLVideoElement>(null);

  function take(text: string) {
    const read = parseOtpAddress(text);
    if (typeof read === 'string') return setProblem(read);
    setProblem(null);
    return setFound(read);
  }
  const { state, restart } = useCamera(video, decode, found === null, take);

  async function open(file: File) {
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) return setProblem('noImage');
    const text = await (await decode)(picture);
    picture.close();
    return text === null ? setProblem('noCode') : take(text);
  }

  if (found) return <Found draft={found} onAgain={() => setFound(null)} />;
  const isBroken = state === 'denied' || state === 'none';
  return (
    <Page title={t('scan.title')} about={t('scan.about')}>
      <Card isRoomy>
        <div className={styles.form}>
          {/* Always there: it is needed the moment the camera is allowed after all. */}
          <div className={styles.camera} hidden={isBroken}>
            <video ref={video} className={styles.video} muted playsInline aria-label={t('scan.video')} />
          </div>
          {isBroken && <ProblemNote text={t(`scan.${state}`)} icon="eyeOff" />}
          <p role="status" className={styles.about}>
            {!isBroken && t(`scan.${state}`)}
          </p>
          <Problem text={problem && t(`scan.${problem}`)} />
          <div className={styles.actions}>
            <FileTrigger acceptedFileTypes={['image/*']} onSelect={(files) => files?.[0] && open(files[0])}>
              <Button look={isBroken ? 'primary' : 'secondary'} icon="upload">
                {t('scan.image')}
              </Button>
            </FileTrigger>
            {isBroken && (
              <Button icon="refresh" onPress={restart}>
                {t('scan.retry')}
              </Button>
            )}
          </div>
          <p className={styles.about}>{t('scan.imageAbout')}</p>
        </div>
      </Card>
    </Page>
  );
}

/** Nothing is added unseen. */
function Found({ draft, onAgain }: { draft: KeyDraft; onAgain: () => void }) {
  const { t } = useTranslation('authenticator');
  const { add, isPending, problem } = useAddAccount();
  return (
    <Page title={t('scan.title')} about={t('scan.about')}>
      <Card isRoomy>
        <section className={styles.form} aria-label={t('scan.found')}>
          <p role="status">{t('scan.foundText')}</p>
          <div className={styles.names}>
            <span className={styles.issuer}>{draft.issuer}</span>
            {draft.account !== '' && <span className={styles.account}>{draft.account}</span>}
          </div>
          <Problem text={problem} />
          <div className={styles.actions}>
            <Button look="primary" icon="plus" isPending={isPending} onPress={() => add(draft)} autoFocus>
              {t('setupKey.submit')}
            </Button>
            <Button onPress={onAgain}>{t('scan.again')}</Button>
          </div>
        </section>
      </Card>
    </Page>
  );
}
