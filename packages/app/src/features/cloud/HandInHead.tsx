import type { Cloud, CloudFileDetails, HandIn } from '@kreide/core/features/cloud';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Cloud.module.css';
import { handInsQuery } from './cloud-queries.ts';
import { HandInsDialog } from './HandInsDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { Returns } from './Returns.tsx';
import type { Changes } from './use-changes.ts';

interface HandInHeadProps {
  cloud: Cloud;
  folder: CloudFileDetails;
  changes: Changes;
}

/** Over a hand-in folder: until when, who sees it, and to who reviews, how many have handed something in. */
export function HandInHead({ cloud, folder, changes }: HandInHeadProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  if (folder.upload_limited_at === null) return null;
  const end = new Date(folder.upload_limited_at);
  const isOver = end <= new Date();
  const moment = writeMoment(language, end, school.time_zone, 'medium');
  const reviews = isAllowed(cloud.can, 'review');
  return (
    <section className={styles.handIn} data-over={isOver && !reviews ? true : undefined} aria-label={folder.name}>
      <Icon name={isOver ? 'alert' : 'clock'} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {isOver && !reviews ? t('handIn.overTitle', { moment }) : t('row.until', { moment })}
        </h2>
        {reviews ? (
          <Review cloud={cloud} folder={folder} changes={changes} />
        ) : (
          <>
            <p>{sentenceOf(folder, isOver, t)}</p>
            <Returns cloud={cloud} folder={folder} />
          </>
        )}
      </div>
    </section>
  );
}

type Say = ReturnType<typeof useTranslation<'cloud'>>['t'];

function sentenceOf({ can }: CloudFileDetails, isOver: boolean, t: Say): string {
  if (isOver) return t('handIn.overText');
  return isAllowed(can, 'upload') ? t('handIn.privacy') : t('handIn.closed');
}

const isDone = ({ handed_in_at }: HandIn) => handed_in_at !== null;

function Review({ cloud, folder, changes }: HandInHeadProps) {
  const { t } = useTranslation('cloud');
  const query = useQuery(handInsQuery(String(cloud.id), folder.uuid));
  const [isOpen, setOpen] = useState(false);
  const [pupil, setPupil] = useState<HandIn | null>(null);
  return (
    <Loaded
      query={query}
      skeleton={{ type: 'list', items: 1, label: t('handIn.loading') }}
      errorTitle={t('handIn.errorTitle')}
      headingLevel={3}
    >
      {(people) => (
        <>
          <p>
            {people.length === 0
              ? t('handIn.nobody')
              : t('handIn.progress', { done: people.filter(isDone).length, all: people.length })}
          </p>
          <div className={styles.buttons}>
            {people.length > 0 && (
              <Button icon="user" onPress={() => setOpen(true)}>
                {t('handIn.people')}
              </Button>
            )}
            {folder.children_count > 0 && (
              <Button icon="download" onPress={() => void changes.download(folder)}>
                {t('handIn.download')}
              </Button>
            )}
          </div>
          {isOpen && pupil === null && (
            <HandInsDialog
              people={people}
              onReturn={isAllowed(cloud.can, 'manage') ? setPupil : null}
              onClose={() => setOpen(false)}
            />
          )}
          {pupil && <ReturnDialog cloud={cloud} folder={folder} pupil={pupil} onClose={() => setPupil(null)} />}
        </>
      )}
    </Loaded>
  );
}
