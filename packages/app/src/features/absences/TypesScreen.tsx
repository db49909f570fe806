import { ABSENCE_CATEGORIES, type AbsenceType } from '@kreide/core/features/absences';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Management.module.css';
import { allTypesQuery, settingsQuery } from './management-queries.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { iconOf, typeLookOf } from './words.ts';

/** `/management/:schoolUuid/absence-categories`: the school's types of absences by category, and how it takes absences in. */
export function TypesScreen() {
  const { t } = useTranslation('absences');
  const { permissions, school } = useSelf();
  const isAllowed = permissions.includes('edit-school');
  const types = useQuery({ ...allTypesQuery(), enabled: isAllowed });
  const settings = useQuery({ ...settingsQuery(), enabled: isAllowed });
  if (!isAllowed) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  return (
    <div className={styles.screen}>
      <Loaded query={types} skeleton={{ type: 'list', label: t('list.loading') }} errorTitle={t('manage.errorTitle')}>
        {(all) => (
          <>
            {ABSENCE_CATEGORIES.map(({ key, icon }) => (
              <Category
                key={key}
                name={t(`categories.${key}`)}
                icon={icon}
                types={all.filter(({ category }) => category === key)}
              />
            ))}
            <div>
              <LinkButton look="primary" icon="plus" href={`/management/${school.uuid}/absence-categories/new`}>
                {t('manage.add')}
              </LinkButton>
            </div>
          </>
        )}
      </Loaded>
      <Loaded query={settings} skeleton={{ items: 1, label: t('list.loading') }} errorTitle={t('settings.errorTitle')}>
        {(known) => <SettingsForm known={known} />}
      </Loaded>
    </div>
  );
}

function Category({ name, icon, types }: { name: string; icon: string; types: readonly AbsenceType[] }) {
  const { t } = useTranslation('absences');
  const { uuid } = useSelf().school;
  return (
    <section className={styles.part} aria-label={name}>
      <h2>{name}</h2>
      {types.length === 0 ? (
        <p className={styles.about}>{t('manage.none')}</p>
      ) : (
        <Card>
          <RowList label={name}>
            {types.map((type) => (
              <LinkRow
                key={type.id}
                icon={iconOf(icon)}
                href={`/management/${uuid}/absence-categories/${type.id}`}
                text={type.meta.name}
                about={type.audience.map((one) => t(`manage.audiences.${one}`)).join(', ')}
                end={
                  type.is_archived ? (
                    <Tag>{t('manage.archived')}</Tag>
                  ) : (
                    <Tag {...typeLookOf(type)}>{t(`states.${type.state}`)}</Tag>
                  )
                }
              />
            ))}
          </RowList>
        </Card>
      )}
    </section>
  );
}
