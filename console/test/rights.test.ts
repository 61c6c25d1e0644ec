import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Action, may, ROLES as SERVICE_ROLES } from '../../service/src/domain/people/rights.ts';
import { mayManage, mayPreview, mayReview, mayRun, ROLES } from '../src/session/rights.ts';

test('the pages offer each role what the service allows it', () => {
  assert.deepEqual(ROLES, SERVICE_ROLES);
  const offered: [(role: (typeof ROLES)[number]) => boolean, Action[]][] = [
    [mayRun, ['image.upload', 'execution.create', 'execution.retry', 'execution.cancel']],
    [mayReview, ['execution.review']],
    [mayPreview, ['workflow.preview']],
    [
      mayManage,
      ['member.manage', 'invitation.manage', 'key.manage', 'audit-log.read', 'organization.rename'],
    ],
  ];
  for (const [offers, actions] of offered)
    for (const action of actions)
      for (const role of ROLES) assert.equal(offers(role), may(role, action), `${role} ${action}`);
});
