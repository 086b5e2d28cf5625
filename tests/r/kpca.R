# Kernel PCA in R, three ways: the demonstration of note N1, cmdscale, kernlab.
#   Rscript kpca.R FOLDER N COMPONENTS
# reads K.bin (and D.bin, if there is one), N x N doubles, and writes NAME-values.bin and
# NAME-scores.bin for eigen, cmdscale and kernlab, in their own conventions.
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
n <- as.integer(arguments[2])
d <- as.integer(arguments[3])

matrix_in <- function(name) {
  matrix(readBin(file.path(folder, name), "double", n * n), n, n)
}

keep <- function(name, values, scores) {
  writeBin(as.double(values), file.path(folder, paste0(name, "-values.bin")))
  writeBin(as.double(scores), file.path(folder, paste0(name, "-scores.bin")))
}

K <- matrix_in("K.bin")

# Note N1, line by line, with the first d eigenvectors.
ones <- 1 / n * matrix(1, n, n)
K_norm <- K - ones %*% K - K %*% ones + ones %*% K %*% ones
res <- eigen(K_norm, symmetric = TRUE)
V <- res$vectors[, 1:d, drop = FALSE] %*% diag(1 / sqrt(res$values[1:d]), d)
keep("eigen", res$values[1:d], K_norm %*% V)

if (file.exists(file.path(folder, "D.bin"))) {
  scaled <- cmdscale(as.dist(matrix_in("D.bin")), k = d, eig = TRUE)
  keep("cmdscale", scaled$eig[1:d], scaled$points)
}

if (file.exists(file.path(folder, "positive"))) {
  suppressPackageStartupMessages(library(kernlab))
  peer <- kpca(as.kernelMatrix(K), features = d, th = 0)
  keep("kernlab", eig(peer)[1:d], rotated(peer))
}
