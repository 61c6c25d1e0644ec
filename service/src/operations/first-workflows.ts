import { checkWorkflow, type WorkflowDraft } from '../components/steps/check-workflow.ts';
import type { WorkflowDefinition } from '../domain/workflow.ts';

export const PACKSHOT_NAME = 'Packshot on white';

const ONE_PICTURE = { default: { required: true, description: 'The picture to work on.' } };

const DRAFTS: WorkflowDraft[] = [
  {
    name: 'Pass-through',
    inputs: ONE_PICTURE,
    steps: [],
  },
  {
    name: 'Logo overlay',
    inputs: {
      ...ONE_PICTURE,
      1: { required: true, description: 'The logo to lay over it, best with a transparent background.' },
    },
    steps: [
      { id: 'logo', component: 'overlay', params: { input: '1', position: 'southeast', scale: 0.25 } },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } },
    ],
  },
  {
    name: 'Web resize',
    inputs: ONE_PICTURE,
    steps: [
      { id: 'resize', component: 'resize', params: { width: 1600, height: 1600, fit: 'inside' } },
      { id: 'webp', component: 'convert', params: { format: 'webp', quality: 82 } },
    ],
  },
  {
    name: PACKSHOT_NAME,
    inputs: ONE_PICTURE,
    steps: [
      {
        id: 'canvas',
        component: 'canvas',
        params: {
          width: 2000,
          height: 2000,
          margin: 5,
          marginUnit: 'percent',
          background: '#ffffff',
          enlarge: true,
        },
      },
      { id: 'sharpen', component: 'sharpen', params: {} },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } },
    ],
  },
];

/** What a fresh installation can do at once, in the order of creation: lists show the last one first. */
export const firstWorkflows = (): WorkflowDefinition[] => DRAFTS.map(checkWorkflow);
