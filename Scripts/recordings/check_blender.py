#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the BVH and glTF of one recording in Blender, compares their joints, and renders both from two sides.

lineament capture clip.jsonl --output clip.bvh
lineament capture clip.jsonl --output clip.glb
pip install bpy
Scripts/recordings/check_blender.py clip        # writes clip-front.png and clip-side.png
"""

from __future__ import annotations

import sys
from typing import Any

import bpy
from mathutils import Matrix, Vector

JOINTS = {
    "leftUpperArm": "LeftArm",
    "rightLowerArm": "RightForeArm",
    "leftHand": "LeftHand",
    "head": "Head",
    "rightFoot": "RightFoot",
    "hips": "Hips",
}


def armature(others: list[Any]) -> Any:
    """Returns the armature that is not one of the others."""
    return next(o for o in bpy.data.objects if o.type == "ARMATURE" and o not in others)


def opened(stem: str) -> tuple[Any, Any]:
    """Returns the armatures of the two files."""
    import addon_utils  # bpy brings it, once it is imported.

    bpy.ops.wm.read_factory_settings(use_empty=True)
    for module in ("io_anim_bvh", "io_scene_gltf2"):
        addon_utils.enable(module)
    bpy.ops.import_anim.bvh(
        filepath=stem + ".bvh", global_scale=0.01, update_scene_fps=True, update_scene_duration=True
    )
    first = armature([])
    bpy.ops.import_scene.gltf(filepath=stem + ".glb")
    return first, armature([first])


def difference(bvh: Any, gltf: Any) -> float:
    """Returns the largest distance between two joints that are the same, in meters."""
    scene = bpy.context.scene
    first, last = (int(frame) for frame in bvh.animation_data.action.frame_range)
    worst = 0.0
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        places = {name: bvh.matrix_world @ bvh.pose.bones[name].head for name in JOINTS.values()}
        # Blender puts the first frame of BVH at 1, and time 0 of glTF at 0.
        scene.frame_set(frame - 1)
        for vrm, mixamo in JOINTS.items():
            worst = max(worst, (gltf.matrix_world @ gltf.pose.bones[vrm].head - places[mixamo]).length)
    return worst


def add_sticks(bvh: Any, shift: Vector) -> None:
    """Adds a mesh along the bones, which are not rendered themselves."""
    import bmesh

    shape = bmesh.new()
    for bone in bvh.pose.bones:
        start, end = bvh.matrix_world @ bone.head, bvh.matrix_world @ bone.tail
        way = end - start
        if way.length > 1e-4:
            place = Matrix.Translation((start + end) / 2 + shift) @ way.to_track_quat("Z", "Y").to_matrix().to_4x4()
            bmesh.ops.create_cone(shape, segments=8, radius1=0.02, radius2=0.01, depth=way.length, matrix=place)
    mesh = bpy.data.meshes.new("sticks")
    shape.to_mesh(mesh)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("sticks", mesh))


def render(stem: str, middle: Vector) -> None:
    """Renders the scene from two sides."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler = (0.6, 0.3, 0)
    sun.data.energy = 4
    scene.collection.objects.link(camera)
    scene.collection.objects.link(sun)
    scene.camera = camera
    scene.world = bpy.data.worlds.new("world")
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 700, 500
    for name, place in (("front", (0, -5, 0.3)), ("side", (5, -1.5, 0.3))):
        camera.location = middle + Vector(place)
        camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
        scene.render.filepath = f"{stem}-{name}.png"
        bpy.ops.render.render(write_still=True)


def main() -> int:
    """Checks the recording that the only argument names."""
    stem = sys.argv[1]
    bvh, gltf = opened(stem)
    worst = difference(bvh, gltf)
    print(
        f"{'ok  ' if worst < 0.001 else 'FAIL'} joints of .bvh and .glb in Blender: {worst * 1000:.4g} mm (at most 1)"
    )
    frame = sum(int(f) for f in bvh.animation_data.action.frame_range) // 2
    bpy.context.scene.frame_set(frame)
    add_sticks(bvh, Vector((1.2, 0, 0)))
    bpy.context.scene.frame_set(frame - 1)
    hips = gltf.matrix_world @ gltf.pose.bones["hips"].head
    render(stem, Vector((hips.x + 0.6, hips.y, 0.9)))
    return 0 if worst < 0.001 else 1


if __name__ == "__main__":
    sys.exit(main())
