import type { Entity } from '@kreide/core/features/timetable';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { pageHead, usePageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ChildSwitch } from './ChildSwitch.tsx';
import { ownPlans } from './target.ts';

interface PlanHeadingProps {
  entity: Entity;
  id: string;
  /** Empty until the plan has loaded. */
  name: string;
  /** Requested by `showBackButton` (T-2.21). */
  hasBack: boolean;
}

/** What the header says of a plan: the back button, the children of a parent, the plan's name. */
export function PlanHeading({ entity, id, name, hasBack }: PlanHeadingProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const navigate = useNavigate();
  const { search } = useLocation();
  const self = useSelf();
  const place = useStore(pageHead, ({ before }) => before);
  const children = self.type === 'PARENT' ? ownPlans(self) : [];
  const isChild = entity === 'users' && children.some((child) => String(child.id) === id);
  const hasKind = entity === 'grades' || entity === 'bookables' || entity === 'courses';
  usePageHead({ title: name !== '' && hasKind ? `${t(`entity_${entity}`)} ${name}` : name });
  if (!place) return null;
  return createPortal(
    <>
      {hasBack && (
        <IconButton
          icon="arrowLeft"
          label={t('shell:back')}
          onPress={() => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/timetable', { replace: true }))}
        />
      )}
      {isChild && children.length > 1 && (
        <ChildSwitch
          label={t('childrenLabel')}
          people={children}
          value={id}
          onChange={(child) => navigate(`/timetable/users/${child}${search}`, { replace: true })}
        />
      )}
    </>,
    place,
  );
}
