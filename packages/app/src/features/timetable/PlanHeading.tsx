import type { Entity } from '@kreide/core/features/timetable';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { SubscribeButton } from '../subscriptions/index.ts';
import styles from './PlanHeading.module.css';
import { PlanSearch } from './PlanSearch.tsx';
import { ownPlans, subscribableOf } from './target.ts';

interface PlanHeadingProps {
  entity: Entity;
  id: string;
  /** Empty until the plan has loaded. */
  name: string;
  /** Requested by `showBackButton` (T-2.21). */
  hasBack: boolean;
  /** The search is behind a button, and buttons show only their icon. */
  isNarrow: boolean;
}

/** The plan's name, the back button, the children of a parent, and the search for another plan. */
export function PlanHeading({ entity, id, name, hasBack, isNarrow }: PlanHeadingProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const navigate = useNavigate();
  const { search } = useLocation();
  const self = useSelf();
  const [isSearching, setSearching] = useState(false);
  const canSearch = self.permissions.includes('view-timetable-all');
  const children = self.type === 'PARENT' ? ownPlans(self) : [];
  const subscribable = subscribableOf(self, entity, id);
  const isChild = entity === 'users' && children.some((child) => String(child.id) === id);
  return (
    <div className={styles.heading}>
      <div className={styles.name}>
        {hasBack && (
          <IconButton
            icon="arrowLeft"
            label={t('shell:back')}
            onPress={() => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/timetable', { replace: true }))}
          />
        )}
        {name !== '' && (
          <h2>
            {entity !== 'users' && <span className={styles.kind}>{t(`entity_${entity}`)}</span>}
            {name}
          </h2>
        )}
        {name !== '' && subscribable !== null && (
          <SubscribeButton label={t('subscribe')} userId={subscribable} name={name} isNarrow={isNarrow} />
        )}
      </div>
      {isChild && children.length > 1 && (
        <SegmentedControl
          label={t('childrenLabel')}
          segments={children.map((child) => ({ key: String(child.id), label: child.name ?? '' }))}
          value={id}
          onChange={(child) => navigate(`/timetable/users/${child}${search}`, { replace: true })}
        />
      )}
      {canSearch && isNarrow && (
        <IconButton
          icon="search"
          label={t('searchLabel')}
          aria-expanded={isSearching}
          onPress={() => setSearching(!isSearching)}
        />
      )}
      {canSearch && (!isNarrow || isSearching) && (
        <div className={styles.search}>
          <PlanSearch search={search} />
        </div>
      )}
    </div>
  );
}
