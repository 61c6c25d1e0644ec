import { adjust } from './adjust.ts';
import { canvas } from './canvas.ts';
import type { Component } from './component.ts';
import { convert } from './convert.ts';
import { crop } from './crop.ts';
import { overlay } from './overlay.ts';
import { removeBackground } from './remove-background.ts';
import { resize } from './resize.ts';
import { rotate } from './rotate.ts';
import { sharpen } from './sharpen.ts';

/** Every component, in the order in which the editor offers them. */
export const COMPONENTS: readonly Component[] = [
  removeBackground,
  canvas,
  resize,
  crop,
  rotate,
  adjust,
  sharpen,
  overlay,
  convert,
];

const byName = new Map(COMPONENTS.map((component) => [component.name, component]));

export const findComponent = (name: string): Component | undefined => byName.get(name);
