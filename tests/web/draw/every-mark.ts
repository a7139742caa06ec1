// The shapes of categories come with them.
import '../../../web/src/draw/categories';
import { Scene, type SceneMark } from '../../../web/src/draw/scene';
import { roles, type Surface } from '../../../web/src/draw/surface';

/** Every kind of mark in every role and style, each at a place of its own. */
export function drawEveryMark(scene: Surface): void {
  roles.forEach((role, i) => {
    const y = 10 * i;
    scene.line(1, y, 2, y + 1, { role, width: 2.5, dash: [2, 5], opacity: 0.25 });
    scene.path([3, y, 4, y + 1, 5, y], { role });
    scene.area([6, y, 7, y + 1, 8, y], { role, opacity: 0.5 });
    scene.rect(9, y, 3, 4, { role });
    scene.cells([12, y, 1, 2, 14, y, 3, 2], { role, opacity: 0.6 });
    scene.mark(role, 20, y);
    scene.mark(role, 30, y, { hollow: true, size: 6, opacity: 0.75 });
    scene.text(40, y, `${role} & <b> "x" '`, { role, bold: true, anchor: 'end', baseline: 'middle' });
    scene.text(50, y, `plain ${role}`, { italic: true, anchor: 'middle', baseline: 'hanging' });
  });
}

export function everyMark(): readonly SceneMark[] {
  const scene = new Scene();
  drawEveryMark(scene);
  return scene.marks;
}
