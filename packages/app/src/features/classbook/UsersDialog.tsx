import { classbookApi } from '@kreide/core/features/classbook';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Classbook.module.css';
import { Person } from './MembersTab.tsx';

/** The people of a notice (T-2.70). */
export function UsersDialog({ book, id, onClose }: { book: number; id: number; onClose: () => void }) {
  const { t } = useTranslation('classbook');
  const query = useQuery(
    queryOf(classbookApi.getNotice, { params: { id: String(book), noticeId: String(id) } }, { staleTime: 0 }),
  );
  return (
    <Dialog isOpen title={t('notice.usersTitle')} onClose={onClose} closeLabel={t('close')}>
      <Loaded
        query={query}
        skeleton={{ items: 2, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
      >
        {({ users, grades }) =>
          users.length > 0 ? (
            <ul className={styles.rows} aria-label={t('notice.usersTitle')}>
              {users.map((user) => (
                <li key={user.id}>
                  <Person member={user} end={null} />
                </li>
              ))}
            </ul>
          ) : (
            <p>{t('notice.wholeGrade', { grades: grades.map(({ shortcut }) => shortcut).join(', ') })}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}
