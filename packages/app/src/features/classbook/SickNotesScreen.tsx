import { isAllowed } from '@kreide/core/kernel';
import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/States.tsx';
import { DraftCard, FamilyNotes, NewAbsence, SickList, useAbsenceEvents, type Whom } from '../absences/index.ts';
import { useBook, useCurrentBook } from './book.ts';
import styles from './Classbook.module.css';
import { PupilPicker } from './PupilPicker.tsx';

/** `/sicknotes`: those of the active school year; behind `new` with the form of a new one. */
export function CurrentSickNotes({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation('classbook');
  const id = useCurrentBook();
  if (id === null) return <EmptyState icon="school" title={t('choose.emptyTitle')} text={t('choose.emptyText')} />;
  return <Redirect to={isNew ? `/sicknotes/${id}/overview/new` : `/sicknotes/${id}/overview`} />;
}

export const NewSickNote = () => <CurrentSickNotes isNew />;

/** Whose sick notes a pupil or parent sees; null: not those of a family. */
function useFamily(): Whom[] | null {
  const self = useSelf();
  if (self.permissions.includes('manage-users')) return null;
  const whom = (id: number, name: string): Whom => ({ entity: 'users', id, name });
  if (self.type === 'STUDENT') return [whom(self.id, self.displayname)];
  return self.type === 'PARENT' ? self.childs.map(({ id, displayname }) => whom(id, displayname)) : null;
}

/**
 * Sick notes: of a family its own, for the school who is absent (T-2.71). Whatever stands behind `overview` opens the form of
 * a new one at once (T-2.72).
 */
export function SickNotesScreen() {
  const { t } = useTranslation(['absences', 'classbook']);
  const { classbook = '', create = '' } = useParams();
  const query = useBook(classbook);
  const family = useFamily();
  const navigate = useNavigate();
  useAbsenceEvents();
  if (query.error?.status === 403 || (query.data && !isAllowed(query.data.can, 'view-sick-notes')))
    return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  const isNew = create !== '';
  const close = () => navigate(`/sicknotes/${classbook}/overview`, { replace: true });
  return (
    <Loaded query={query} skeleton={{ items: 4, label: t('list.loading') }} errorTitle={t('list.errorTitle')}>
      {({ id, grades }) => (
        <div className={classes(styles.page, !family && styles.wide)}>
          {family ? (
            <FamilyNotes book={id} family={family} isNew={isNew} />
          ) : (
            <>
              <div>
                <LinkButton look="primary" icon="plus" href={`/sicknotes/${id}/overview/new`}>
                  {t('newTitle')}
                </LinkButton>
              </div>
              {isNew && <DraftCard />}
              <SickList book={id} grades={grades} />
            </>
          )}
          {isNew && (
            <Suspense fallback={null}>
              <NewAbsence book={id} {...(family ? { family } : { Picker: PupilPicker })} onClose={close} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  );
}
