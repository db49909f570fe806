import {
  type Cloud,
  type CloudFileDetails,
  cloudApi,
  type HandIn,
  type HandInReturn,
} from '@kreide/core/features/cloud';
import { ApiError, isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { returnsQuery, TOUCHED } from './cloud-queries.ts';

interface ReturnsProps {
  cloud: Cloud;
  folder: CloudFileDetails;
  /** To whom; left out: to the reader, or to their children. */
  pupil?: HandIn;
}

/** What was given back to one pupil, the newest first; nothing where nothing was. */
export function Returns({ cloud, folder, pupil }: ReturnsProps) {
  const { t } = useTranslation('cloud');
  const titleId = useId();
  const query = useQuery(returnsQuery(String(cloud.id), folder.uuid));
  return (
    <Loaded
      query={query}
      skeleton={{ type: 'list', items: 1, label: t('returns.loading') }}
      errorTitle={t('returns.errorTitle')}
      headingLevel={3}
    >
      {(all) => {
        const returns = pupil ? all.filter(({ user_id }) => user_id === pupil.user_id) : all;
        if (returns.length === 0) return null;
        return (
          <section aria-labelledby={titleId}>
            <h3 id={titleId} className={styles.name}>
              {t('returns.label')}
            </h3>
            <ul className={styles.returns}>
              {returns.map((one) => (
                <Return key={one.uuid} cloud={cloud} folder={folder} pupil={pupil} given={one} />
              ))}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}

interface ReturnProps {
  cloud: Cloud;
  folder: CloudFileDetails;
  pupil: HandIn | undefined;
  given: HandInReturn;
}

function Return({ cloud, folder, pupil, given }: ReturnProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const [isAsking, setAsking] = useState(false);
  const moment = writeMoment(language, new Date(given.returned_at), school.time_zone, 'short');
  const { mutate, isPending } = useMutation({
    ...mutationOf(cloudApi.takeBack, { touches: TOUCHED }),
    onError: (error: ApiError) => void toasts.show('error', toSaid(ApiError.from(error))),
    onSuccess: () => void toasts.show('success', t('returns.takenBack')),
  });
  const takeBack = () => mutate({ params: { id: String(cloud.id), uuid: folder.uuid, return_uuid: given.uuid } });
  return (
    <li>
      <p className={styles.about}>
        {pupil || given.returned_to === null
          ? t('row.returned', { moment })
          : t('row.returnedTo', { name: given.returned_to, moment })}
        {given.returned_by && ` · ${t('returns.by', { name: given.returned_by })}`}
      </p>
      {given.remark !== '' && <p className={styles.remark}>{given.remark}</p>}
      {given.files.map(({ uuid, name, uri }) => (
        <a key={uuid} href={serverAddress + uri} download={name} className={styles.returned}>
          <Icon name="download" size={20} /> {name}
        </a>
      ))}
      {pupil && isAllowed(cloud.can, 'manage') && (
        <Button icon="trash" onPress={() => setAsking(true)}>
          {t('returns.takeBack')}
        </Button>
      )}
      {pupil && isAsking && (
        <ConfirmDialog
          title={t('returns.takeBackTitle')}
          texts={{ confirm: t('returns.takeBack'), cancel: t('cancel'), close: t('close') }}
          icon="trash"
          isPending={isPending}
          onConfirm={takeBack}
          onClose={() => setAsking(false)}
        >
          <p>{t('returns.takeBackAbout', { name: `${pupil.firstname} ${pupil.lastname}` })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
