# -*- coding: utf-8 -*-
# The header of the file is not part of the page.
r"""
.. _clipping-gradients:

Clipping Gradients
==================

**Author**: `Jamie Reader <https://github.com/example-reader>`_

Large gradients make training unstable. This tutorial shows how to limit the
norm of the gradients with :func:`torch.nn.utils.clip_grad_norm_`.

.. note::
   You need PyTorch 2.1 or later.

"""

import torch
from torch import nn

torch.manual_seed(3)  # the same numbers each time

######################################################################
# Creating a model
# ----------------
#
# The model is small, so that it runs on a CPU. It has two linear layers:

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)


# This comment belongs to the code.
def loss_of(batch):
    """The docstring of a function is code as well."""
    return model(batch).pow(2).mean()


# %%
# Training with clipped gradients
# -------------------------------
#
# Each step does three things:
#
# 1. Compute the gradients with ``loss.backward()``.
# 2. Clip the gradients, so that their norm is at most
#    :math:`c = 1.5`.
# 3. Update the parameters.
#
# The loop is written as follows::

for step in range(100):
    optimizer.zero_grad()
    loss = loss_of(torch.randn(32, 8))
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.5)
    optimizer.step()

    # %d is filled in below
    print("loss after step %d" % step)

#%%
# .. warning:: Clip the gradients after the backward pass and before the
#    optimizer takes its step.

##############################################################################
# Further reading
# ---------------
#
# - `Documentation of the optimizers <https://pytorch.org/docs/stable/optim.html>`_
