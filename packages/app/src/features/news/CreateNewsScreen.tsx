import { newsAbilitiesOf } from '@kreide/core/features/news';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { draftStore } from '../../kernel/draft-store.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useNewsReader } from './apply-news.ts';
import styles from './NewsForm.module.css';
import { NewsForm } from './NewsForm.tsx';
import pages from './NewsPages.module.css';
import { Refused } from './NewsStates.tsx';
import { parseValues, toValues } from './news-form.ts';
import { useNewsForm } from './use-news-form.ts';
import { useUnsentNews } from './use-unsent-news.ts';

const DRAFT = 'news';

/** Creates an item (C-6.12). An unsent draft stays on the device. */
export function CreateNewsScreen() {
  const { permissions } = useSelf();
  return permissions.includes('create-news') ? <NewItem /> : <Refused />;
}

function NewItem() {
  const { t } = useTranslation('news');
  const { uuid, school } = useSelf();
  const { actor } = useNewsReader()();
  const navigate = useNavigate();
  const unsent = useUnsentNews();
  const [draft] = useState(() => {
    const now = new Date();
    const empty = toValues(null, { zone: school.time_zone, now });
    return unsent.values ?? parseValues(draftStore.read(uuid, DRAFT, now.getTime()), empty);
  });
  const [hasDraft, setHasDraft] = useState(draft !== null && unsent.values === null);
  const form = useNewsForm({
    item: null,
    draft,
    onSaved: (item) => {
      draftStore.remove(uuid, DRAFT, Date.now());
      unsent.discard();
      if (!item) {
        toasts.show('info', t('changes.waits'));
        navigate('/news');
        return;
      }
      const isToCome = Date.parse(item.publish_at) > Date.now();
      toasts.show('success', t(isToCome ? 'changes.scheduled' : 'changes.published'));
      navigate(isToCome ? '/news/scheduled' : `/news?news=${item.uuid}`);
    },
  });
  const { values, isTouched, reset } = form;
  useEffect(() => {
    if (unsent.values) return;
    if (isTouched) draftStore.write(uuid, DRAFT, values, Date.now());
    else draftStore.remove(uuid, DRAFT, Date.now());
  }, [uuid, values, isTouched, unsent.values]);
  function discard() {
    reset();
    setHasDraft(false);
  }
  return (
    <div className={pages.page}>
      {hasDraft && (
        <div role="status" className={styles.hint}>
          <p>{t('form.draftRestored')}</p>
          <Button onPress={discard}>{t('form.draftDiscard')}</Button>
        </div>
      )}
      <NewsForm form={form} can={newsAbilitiesOf(actor, { user_id: actor.user_id })} />
    </div>
  );
}
