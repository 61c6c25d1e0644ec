import type { DeviceCodes } from '../../ports/oauth.ts';
import type { Database } from '../database.ts';
import { add } from './add.ts';
import { approve } from './approve.ts';
import { deny } from './deny.ts';
import { findPending } from './find-pending.ts';
import { poll } from './poll.ts';
import { redeem } from './redeem.ts';

export const deviceCodesIn = ({ run }: Database): DeviceCodes => ({
  add: add(run),
  redeem: redeem(run),
  poll: poll(run),
  findPending: findPending(run),
  approve: approve(run),
  deny: deny(run),
});
