import { neighboursOf, ONBOARDING_PAGES, onboardingApi, pageAt } from '@kreide/core/features/onboarding';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { invalidateQueries } from '../../kernel/data.ts';
import { toOnboarding } from '../../kernel/guards.ts';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { useNewestRun } from '../user-import/index.ts';
import styles from './Onboarding.module.css';
import { useProgress } from './use-progress.ts';

const PARTS = [1, 2, 3] as const;

/** The three steps of setting up a school by name, round each of its pages, with the way back and on (P-2.88 to P-2.93). */
export function OnboardingWay({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['onboarding', 'form']);
  const { permissions, school } = useSelf();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { query, isPending, skip } = useProgress();
  const isImporting = pathname.endsWith('/users/import');
  const path = pathname.slice(toOnboarding(school.uuid, '').length);
  const page = pageAt(path);
  if (!page) return children;
  const { before, after } = neighboursOf(path);
  const to = (target: string | null) => toOnboarding(school.uuid, target ?? 'start');
  const firstOf = (part: number) => ONBOARDING_PAGES.find((one) => one.part === part)?.page ?? null;
  const isOpen = query.data?.some(({ step, state }) => step === page.step && state === 'open') ?? false;
  return (
    <div className={styles.way}>
      {isImporting && permissions.includes('manage-users') && <ImportEnd />}
      <StepFrame
        label={t('title')}
        steps={PARTS.map((part) => ({ key: `${part}`, name: t(`part_${part}`), to: to(firstOf(part)) }))}
        current={`${page.part}`}
        foot={
          <>
            <LinkButton href={to(before)}>{t(before ? 'form:steps.back' : 'way.overview')}</LinkButton>
            {isOpen && (
              <Button isPending={isPending} onPress={() => skip(page.step, () => navigate(to(after)))}>
                {t('way.without')}
              </Button>
            )}
            <LinkButton look="primary" href={to(after)}>
              {t(after ? 'form:steps.next' : 'way.overview')}
            </LinkButton>
          </>
        }
      >
        {children}
      </StepFrame>
    </div>
  );
}

/** Goes on to what has come of an import once it was saved while somebody looked on (P-2.94). */
function ImportEnd() {
  const { school } = useSelf();
  const navigate = useNavigate();
  const { data: run } = useNewestRun();
  const seen = useRef<string>(undefined);
  const state = run?.state;
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== 'SAVED' && state === 'SAVED') {
      void invalidateQueries(onboardingApi.get);
      void navigate(toOnboarding(school.uuid, 'users/user-upload-success'));
    }
    seen.current = state;
  }, [state, navigate, school.uuid]);
  return null;
}
