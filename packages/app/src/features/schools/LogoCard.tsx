import { LOGO_MAXIMUM_BYTES, type SchoolRecord, schoolRecordApi } from '@kreide/core/features/schools';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { toReason, toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SchoolSettingsScreen.module.css';

const MEGABYTE = 1024 * 1024;

/** The logo of the school, to see, replace and remove. */
export function LogoCard({ record }: { record: SchoolRecord }) {
  const { t } = useTranslation(['schools', 'errors']);
  const params = { id: `${record.id}` };
  const touches = [schoolRecordApi.getRecord, schoolRecordApi.getLogo];
  const upload = useMutation(mutationOf(schoolRecordApi.uploadLogo, { touches, messages: false }));
  const remove = useMutation(mutationOf(schoolRecordApi.removeLogo, { touches, messages: false }));
  const [isTooLarge, setTooLarge] = useState(false);
  const error = upload.error ?? remove.error;

  function send([file]: readonly File[]) {
    setTooLarge(file !== undefined && file.size > LOGO_MAXIMUM_BYTES);
    if (!file || file.size > LOGO_MAXIMUM_BYTES) return;
    upload.mutate(
      { params, files: [{ name: file.name, content: file }] },
      { onSuccess: () => toasts.show('success', t('logo.saved'), { topic: 'logo' }) },
    );
  }
  const most = { megabytes: LOGO_MAXIMUM_BYTES / MEGABYTE };
  const problem = isTooLarge ? t('logo.tooLarge', most) : error && (toSaid(error) ?? toReason(t, error));
  return (
    <Card>
      <section className={styles.card} aria-label={t('logo.title')}>
        <h2>{t('logo.title')}</h2>
        <p>{t('logo.about')}</p>
        {record.logo && <Logo key={record.logo} schoolId={record.id} name={record.name} />}
        <FileDrop
          onAdd={send}
          isPending={upload.isPending}
          texts={{ drop: t('logo.drop'), choose: t('logo.choose'), hint: t('logo.hint', most) }}
        />
        <Problem text={problem} />
        {record.logo && (
          <div className={styles.actions}>
            <Button
              icon="trash"
              isPending={remove.isPending}
              onPress={() => remove.mutate({ params }, { onSuccess: () => toasts.show('success', t('logo.removed')) })}
            >
              {t('logo.remove')}
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}

/** The picture, which is read with the session and shown from memory. */
function Logo({ schoolId, name }: { schoolId: number; name: string }) {
  const { t } = useTranslation('schools');
  const { data } = useQuery(queryOf(schoolRecordApi.getLogo, { params: { id: `${schoolId}` } }));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url ? <img className={styles.logo} src={url} alt={t('logo.alt', { school: name })} /> : null;
}
