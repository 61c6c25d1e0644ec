import { checkWorkflow, type WorkflowDraft } from '../../components/steps/check-workflow.ts';
import type { WorkflowDefinition } from '../../domain/workflows/workflow.ts';

export const PACKSHOT_NAME = 'Packshot on white';

const PHOTO = { default: { required: true, description: 'The photo of the product.' } };
const IMAGE = { default: { required: true, description: 'The image to work on.' } };

/** Cuts the product out, close to its edge. Keeps the whole image when no product is found. */
const CUT_OUT = [
  { id: 'cut-out', component: 'remove-background', params: { whenNothingFound: 'keep' } },
  { id: 'crop', component: 'crop-to-subject', params: { from: 'alpha', margin: 0 } },
];

/**
 * This step must follow a transparent canvas: the margin of the canvas has room for the shadow, and the
 * canvas bounds the shadow's size for any input.
 */
const SOFT_SHADOW = {
  id: 'shadow',
  component: 'shadow',
  params: { kind: 'contact', softness: 1.5, opacity: 0.4, extend: false, whenNothingFound: 'keep' },
};

const transparentCanvas = (width: number, height: number, margin: number) => ({
  id: 'canvas',
  component: 'canvas',
  params: { width, height, margin, background: '#00000000', enlarge: true },
});

/** The workflows of a fresh installation as their author wrote them. Lists show them in this order. */
export const FIRST_DRAFTS: readonly WorkflowDraft[] = [
  {
    name: PACKSHOT_NAME,
    inputs: PHOTO,
    steps: [
      ...CUT_OUT,
      transparentCanvas(2000, 2000, 10),
      SOFT_SHADOW,
      { id: 'white', component: 'add-background', params: { colour: '#ffffff' } },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 92 } },
    ],
  },
  {
    name: 'Ghost on transparent',
    inputs: PHOTO,
    steps: [
      ...CUT_OUT,
      transparentCanvas(2000, 2000, 5),
      { id: 'png', component: 'convert', params: { format: 'png' } },
    ],
  },
  {
    name: 'Social 4:5',
    inputs: PHOTO,
    steps: [
      ...CUT_OUT,
      transparentCanvas(1080, 1350, 12),
      SOFT_SHADOW,
      {
        id: 'gradient',
        component: 'add-background',
        params: { fill: 'radial', colour: '#f7f3ec', second: '#cfc4b2' },
      },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 88 } },
    ],
  },
  {
    name: 'Web resize',
    inputs: IMAGE,
    steps: [
      { id: 'resize', component: 'resize', params: { width: 1600, height: 1600, fit: 'inside' } },
      { id: 'webp', component: 'convert', params: { format: 'webp', quality: 82 } },
    ],
  },
  {
    name: 'Logo overlay',
    inputs: {
      ...IMAGE,
      1: { required: true, description: 'The logo to lay over it, best with a transparent background.' },
    },
    steps: [
      { id: 'logo', component: 'overlay', params: { input: '1', position: 'southeast', scale: 0.25 } },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } },
    ],
  },
  {
    name: 'Watermark proof',
    inputs: IMAGE,
    steps: [
      { id: 'resize', component: 'resize', params: { width: 1200, height: 1200 } },
      { id: 'mark', component: 'watermark', params: { text: 'PROOF', opacity: 0.35 } },
      {
        id: 'rights',
        component: 'metadata',
        params: { copyright: 'Not released. All rights reserved.' },
      },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 75 } },
    ],
  },
  { name: 'Pass-through', inputs: IMAGE, steps: [] },
];

/** The workflows of a fresh installation in the order of creation: lists show the newest first. */
export const firstWorkflows = (): WorkflowDefinition[] => FIRST_DRAFTS.toReversed().map(checkWorkflow);
